"""Render step: loss against compute by embedding dimension (document 004, Figure 11)."""

from compsparse.steps import Inputs, Outputs, Params
from compsparse.studies.factorial.calibration import drawn_curves


def run(inputs: Inputs, params: Params) -> Outputs:
    """Draw the table of the result of this name (see ``compared_curves.draw``)."""
    return drawn_curves.draw(
        inputs,
        params,
        title="Loss by compute and embedding dimension",
        point="flops",
        write=lambda dimension: f"d = {dimension}",
        chosen_in_ink=False,
    )
