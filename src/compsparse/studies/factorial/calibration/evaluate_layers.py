"""The number of layers (document 004, Figure 14)."""

from compsparse.steps import Inputs, Outputs, Params
from compsparse.studies.factorial.calibration import choice


def run(inputs: Inputs, params: Params) -> Outputs:
    """Evaluate the document's choice (see ``choice.evaluate``)."""
    return choice.evaluate(inputs, params, result="factorial_layers")
