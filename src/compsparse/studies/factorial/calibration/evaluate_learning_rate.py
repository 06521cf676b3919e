"""The initial learning rate of short runs (document 004, Figure 16)."""

from compsparse.statistics.evaluation import Evaluation, evaluates
from compsparse.steps import Inputs, Params
from compsparse.studies.factorial.calibration import choice


@evaluates
def run(inputs: Inputs, params: Params) -> Evaluation:
    """Evaluate the document's choice (see ``choice.evaluate``): equal compute is equal updates."""
    return choice.evaluate(inputs, params)
