"""The embedding dimension (document 004, Figure 11)."""

from compsparse.steps import Inputs, Outputs, Params
from compsparse.studies.factorial.calibration import choice


def run(inputs: Inputs, params: Params) -> Outputs:
    """Evaluate the document's choice (see ``choice.evaluate``)."""
    return choice.evaluate(inputs, params, result="factorial_embedding_dimension")
