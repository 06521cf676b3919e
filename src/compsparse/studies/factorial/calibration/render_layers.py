"""Render step: loss against compute by number of layers (document 004, Figure 14)."""

from compsparse.studies.factorial.calibration.drawn_curves import drawing

run = drawing("One layer is enough, none is not", "L = {}", chosen_in_ink=True)
