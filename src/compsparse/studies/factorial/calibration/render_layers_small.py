"""Render step: loss against compute by number of layers, small spaces (document 004, Figure 15)."""

from compsparse.steps import Inputs, Outputs, Params
from compsparse.studies.factorial.calibration import drawn_curves


def run(inputs: Inputs, params: Params) -> Outputs:
    """Draw the table of the result of this name (see ``compared_curves.draw``)."""
    return drawn_curves.draw(
        inputs,
        params,
        title="Loss by compute and number of layers, small spaces",
        point="flops",
        write=lambda layers: f"L = {layers}",
        chosen_in_ink=False,
    )
