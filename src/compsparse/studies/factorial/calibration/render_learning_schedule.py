"""Render step: loss against updates by schedule, long runs (document 004, Figure 17)."""

from compsparse.studies.factorial.calibration.drawn_curves import drawing

run = drawing(
    "Long runs: loss by updates and learning-rate schedule", "{}", point="step", chosen_in_ink=True
)
