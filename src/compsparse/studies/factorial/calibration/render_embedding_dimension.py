"""Render step: loss against compute by embedding dimension (document 004, Figure 11)."""

from compsparse.studies.factorial.calibration.drawn_curves import drawing

run = drawing("Loss by compute and embedding dimension", "d = {}")
