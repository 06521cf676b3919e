"""Render step: loss against compute by number of layers, small spaces (document 004, Figure 15)."""

from compsparse.studies.factorial.calibration.drawn_curves import drawing

run = drawing("Loss by compute and number of layers, small spaces", "L = {}")
