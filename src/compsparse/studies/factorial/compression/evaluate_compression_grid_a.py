"""Compression, grid A: the number of parents and the embedding dimension vary (Figures 4, 19)."""

from compsparse.statistics.replicates import ANY_VALUE
from compsparse.steps import Inputs, Outputs, Params
from compsparse.studies.factorial.compression import compression_grid


def run(inputs: Inputs, params: Params) -> Outputs:
    """Evaluate final losses; grid A alone has cells that share (AC) but not (SC)."""
    return compression_grid.evaluate(
        inputs,
        params,
        result="factorial_compression_grid_a",
        statistics={"equal_ac_gap": (compression_grid.equal_ac_gap, ANY_VALUE)},
    )
