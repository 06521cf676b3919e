"""The hidden dimension in small spaces (document 004, Figure 13)."""

from compsparse.statistics import api as stats
from compsparse.studies.factorial.calibration import small_spaces


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Compare with the large spaces of Figure 12 (see ``small_spaces.evaluate``)."""
    return small_spaces.evaluate(inputs, params, params["variants"])
