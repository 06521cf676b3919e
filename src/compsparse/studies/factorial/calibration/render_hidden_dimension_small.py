"""Render step: loss against compute by hidden dimension, small spaces (document 004, Figure 13)."""

from compsparse.steps import Inputs, Outputs, Params
from compsparse.studies.factorial.calibration import drawn_curves


def run(inputs: Inputs, params: Params) -> Outputs:
    """Draw the table of the result of this name (see ``compared_curves.draw``)."""
    return drawn_curves.draw(
        inputs,
        params,
        title="Loss by compute and hidden dimension, small spaces",
        point="flops",
        write=lambda ratio: f"h = {ratio} d",
        chosen_in_ink=False,
    )
