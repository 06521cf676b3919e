"""What a local learner sees: 3 x 3 cells around a cell, and the cell's place in its block.

A window's number has the nine cells, row by row, in bits 0 to 8, and in bits 9 and 10 whether the
cell is in the right column and in the lower row of its block.
"""

import numpy as np
from jaxtyping import Bool, UInt16

from compsparse.studies.circuits.local_steps.cellular.block_rule import Grids

CELLS = 9
PATTERNS = 2 ** (CELLS + 2)

Windows = UInt16[np.ndarray, "*batch row column"]
Table = Bool[np.ndarray, " pattern"]


def window_codes(grids: Grids, phase: int) -> Windows:
    """Return the number of the window around each cell, for the blocks of a phase."""
    cells = grids.astype(np.uint16)
    across = _triple(cells, axis=-1, bits=1)
    around = _triple(across, axis=-2, bits=3)
    return np.asarray(around | _places(grids.shape[-2], grids.shape[-1], phase) << CELLS)


def forward(table: Table, grids: Grids, steps: int) -> Grids:
    """Return the grids, by the table, after steps of the phases 0, 1, 0, ..."""
    for time in range(steps):
        grids = table[window_codes(grids, time)]
    return grids


def backward(table: Table, grids: Grids, steps: int) -> Grids:
    """Return the grids, by the table, from which ``steps`` steps led here, the first of phase 0."""
    for time in reversed(range(steps)):
        grids = table[window_codes(grids, time)]
    return grids


def _triple(codes: Windows, axis: int, bits: int) -> Windows:
    before, after = np.roll(codes, 1, axis=axis), np.roll(codes, -1, axis=axis)
    return np.asarray(before | codes << bits | after << 2 * bits)


def _places(rows: int, columns: int, phase: int) -> UInt16[np.ndarray, "row column"]:
    row = (np.arange(rows) - phase) % 2
    column = (np.arange(columns) - phase) % 2
    return (2 * row[:, None] + column).astype(np.uint16)
