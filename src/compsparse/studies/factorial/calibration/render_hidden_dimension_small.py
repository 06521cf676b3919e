"""Render step: loss against compute by hidden dimension, small spaces (document 004, Figure 13)."""

from compsparse.studies.factorial.calibration.drawn_curves import drawing

run = drawing("Loss by compute and hidden dimension, small spaces", "h = {} d")
