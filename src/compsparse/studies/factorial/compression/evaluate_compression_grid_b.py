"""Compression, grid B: the size of the input factors and the dimension vary (Figures 4, 19)."""

from compsparse.statistics import api as stats
from compsparse.studies.factorial.compression import compression_grid


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Evaluate final losses (see ``compression_grid.evaluate``)."""
    return compression_grid.evaluate(inputs)
