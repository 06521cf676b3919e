"""The volume ratio of Document 001, Figure 6, in three readings: its caption defines one in part.

The caption gives widths W = 3, 6, ..., 192, depths L = 1 .. 9, and ratio = C(W, P) / Total with
P = 3; what Total counts, and what depth does, it does not give. All three are reconstructions:
``counting`` of which units live, ``separation`` of random masks, and ``random_wiring`` of units
that copy or compose. Monte Carlo of the same laws checks their algebra, not their truth about
networks that are trained.
"""
