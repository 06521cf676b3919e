"""Render step: loss against updates by initial learning rate (document 004, Figure 16)."""

from compsparse.studies.factorial.calibration.drawn_curves import drawing

run = drawing("Loss by updates and initial learning rate", "{:g}", point="step")
