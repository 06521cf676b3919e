"""Steps that a learned table takes: every cell of a grid answered from its window alone."""

import numpy as np
from jaxtyping import Bool

from compsparse.studies.circuits.local_steps.cellular.block_rule import Grids
from compsparse.studies.circuits.local_steps.cellular.windows import window_codes

Table = Bool[np.ndarray, " pattern"]


def forward(table: Table, grids: Grids, steps: int) -> Grids:
    """Return what the table makes of the grids after steps of the phases 0, 1, 0, ..."""
    for time in range(steps):
        grids = table[window_codes(grids, time)]
    return grids


def backward(table: Table, grids: Grids, steps: int) -> Grids:
    """Return from which grids, by the table, so many steps led here; the first was of phase 0."""
    for time in reversed(range(steps)):
        grids = table[window_codes(grids, time)]
    return grids
