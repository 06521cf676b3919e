"""The hidden dimension in small spaces (document 004, Figure 13)."""

from compsparse.statistics.evaluation import Evaluation, evaluates
from compsparse.steps import Inputs, Params
from compsparse.studies.factorial.calibration import small_spaces


@evaluates
def run(inputs: Inputs, params: Params) -> Evaluation:
    """Compare with the large spaces of Figure 12 (see ``small_spaces.evaluate``)."""
    return small_spaces.evaluate(inputs, params, params["variants"])
