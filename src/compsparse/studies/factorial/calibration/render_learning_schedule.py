"""Render step: loss against updates by schedule, long runs (document 004, Figure 17)."""

from compsparse.steps import Inputs, Outputs, Params
from compsparse.studies.factorial.calibration import drawn_curves


def run(inputs: Inputs, params: Params) -> Outputs:
    """Draw the table of the result of this name (see ``compared_curves.draw``)."""
    return drawn_curves.draw(
        inputs,
        params,
        title="Long runs: loss by updates and learning-rate schedule",
        point="step",
        write=str,
        chosen_in_ink=True,
    )
