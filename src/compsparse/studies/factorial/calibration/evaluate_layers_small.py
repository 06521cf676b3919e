"""The number of layers in small spaces (document 004, Figure 15)."""

from compsparse.statistics import api as stats
from compsparse.studies.factorial.calibration import small_spaces


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Compare with the large spaces of Figure 14 (see ``small_spaces.evaluate``)."""
    # networks without layers are left out: they lack not compute but functions of several factors
    contrasted = [layers for layers in params["variants"] if layers > 0]
    return small_spaces.evaluate(inputs, params, contrasted)
