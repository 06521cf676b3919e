"""Compression, grid B: the size of the input factors and the dimension vary (Figures 4, 19)."""

from compsparse.statistics.evaluation import Evaluation, evaluates
from compsparse.steps import Inputs, Params
from compsparse.studies.factorial.compression import compression_grid


@evaluates
def run(inputs: Inputs, params: Params) -> Evaluation:
    """Evaluate final losses (see ``compression_grid.evaluate``)."""
    return compression_grid.evaluate(inputs)
