"""The initial learning rate of short runs (document 004, Figure 16)."""

from compsparse.steps import Inputs, Outputs, Params
from compsparse.studies.factorial.calibration import choice


def run(inputs: Inputs, params: Params) -> Outputs:
    """Evaluate the document's choice (see ``choice.evaluate``): equal compute is equal updates."""
    return choice.evaluate(inputs, params, result="factorial_learning_rate")
