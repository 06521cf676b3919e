"""Compression, grid B: the size of the input factors and the dimension vary (Figures 4, 19)."""

from compsparse.steps import Inputs, Outputs, Params
from compsparse.studies.factorial.compression import compression_grid


def run(inputs: Inputs, params: Params) -> Outputs:
    """Evaluate final losses (see ``compression_grid.evaluate``)."""
    return compression_grid.evaluate(
        inputs, params, result="factorial_compression_grid_b", statistics={}
    )
