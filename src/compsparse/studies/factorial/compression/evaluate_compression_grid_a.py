"""Compression, grid A: the number of parents and the embedding dimension vary (Figures 4, 19)."""

from compsparse.statistics.evaluation import ANY_VALUE, Evaluation, evaluates
from compsparse.steps import Inputs, Params
from compsparse.studies.factorial.compression import compression_grid


@evaluates
def run(inputs: Inputs, params: Params) -> Evaluation:
    """Evaluate final losses; grid A alone has cells that share (AC) but not (SC)."""
    return compression_grid.evaluate(
        inputs, equal_ac_gap=(compression_grid.equal_ac_gap, ANY_VALUE)
    )
