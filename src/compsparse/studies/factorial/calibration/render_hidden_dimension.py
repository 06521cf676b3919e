"""Render step: loss against compute by hidden dimension (document 004, Figure 12)."""

from compsparse.studies.factorial.calibration.drawn_curves import drawing

run = drawing(
    "At equal compute the hidden dimension makes little difference", "h = {} d", chosen_in_ink=True
)
