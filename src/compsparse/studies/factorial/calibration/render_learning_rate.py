"""Render step: loss against updates by initial learning rate (document 004, Figure 16)."""

from compsparse.steps import Inputs, Outputs, Params
from compsparse.studies.factorial.calibration import drawn_curves


def run(inputs: Inputs, params: Params) -> Outputs:
    """Draw the table of the result of this name (see ``compared_curves.draw``)."""
    return drawn_curves.draw(
        inputs,
        params,
        title="Loss by updates and initial learning rate",
        point="step",
        write=lambda rate: f"{rate:g}",
        chosen_in_ink=False,
    )
