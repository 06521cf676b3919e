"""The volume ratio of Document 001, Figure 6, in three readings: its caption defines one in part.

The caption gives widths W = 3, 6, ..., 192, depths L = 1 .. 9, and ratio = C(W, P) / Total with
P = 3; it does not define Total or the role of depth. All three are reconstructions: counting of
live units (``evaluate_volume_ratio``), ``separation`` of random masks, and ``random_wiring`` of
units that copy or compose.
Monte Carlo of the same distributions checks their algebra, not their truth about trained networks.
"""
