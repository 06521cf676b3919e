"""What a gas conserves: its number of particles and, if all of them always move, its momentum."""

import numpy as np
from jaxtyping import Int64

from compsparse.studies.circuits.local_steps.cellular.block_rule import Grids

Numbers = Int64[np.ndarray, "*batch"]
Vectors = Int64[np.ndarray, "*batch 2"]


def particles(grids: Grids) -> Numbers:
    """Return the number of occupied cells of each grid."""
    return np.asarray(grids.sum(axis=(-2, -1), dtype=np.int64))


def momentum(grids: Grids, phase: int) -> Vectors:
    """Return the sum of all velocities, down and to the right."""
    # a particle flies to the corner across its block of the phase: from the upper row down, from
    # the left column to the right
    down = _sign(grids.shape[-2], phase)
    right = _sign(grids.shape[-1], phase)
    occupied = grids.astype(np.int64)
    return np.stack(
        [(occupied * down[:, None]).sum(axis=(-2, -1)), (occupied * right).sum(axis=(-2, -1))],
        axis=-1,
    )


def _sign(size: int, phase: int) -> Int64[np.ndarray, " place"]:
    places = (np.arange(size, dtype=np.int64) - phase) % 2
    return np.asarray(1 - 2 * places)
