"""A random wiring with as many used units and weights in every layer as a given one.

The used units of each layer are drawn among all units of the shape, so that their activations are
random too. The edges then move one at a time: an edge and a free place between used units of its
two layers are drawn, and the move is made if both units that the edge leaves keep one on that side.
So every used unit has an edge below and one above, all weights are live, and the counts are exact.
Proposals are uniform and reversible: the distribution of the wirings tends to the uniform one over
all that moves can reach, for any degrees.
"""

import numpy as np
from jaxtyping import Bool

from compsparse.studies.regime.pruning.wiring import Wiring

MOVES_PER_EDGE = 20


def random_wiring(
    wiring: Wiring, random: np.random.Generator, moves_per_edge: int = MOVES_PER_EDGE
) -> Wiring:
    """Return a random wiring of as many used units and weights."""
    shape = wiring.shape
    drawn = [
        (np.flatnonzero(used), np.sort(random.choice(shape.width, int(used.sum()), replace=False)))
        for used in wiring.live_units
    ]
    mask = np.zeros_like(wiring.mask)
    blocks = zip(shape.matrices(mask), wiring.matrices, strict=True)
    for number, (target, matrix) in enumerate(blocks):
        # inputs and outputs have their meaning: those that are used stay the same
        above = drawn[number] if number < shape.depth else _same(np.any(matrix, axis=1))
        below = drawn[number - 1] if number else _same(np.any(matrix, axis=0))
        moved = _moved(matrix[np.ix_(above[0], below[0])], moves_per_edge, random)
        target[np.ix_(above[1], below[1])] = moved
    return Wiring(shape, mask)


def _same(used: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return np.flatnonzero(used), np.flatnonzero(used)


def _moved(
    edges: Bool[np.ndarray, "above below"], moves_per_edge: int, random: np.random.Generator
) -> Bool[np.ndarray, "above below"]:
    moved = edges.copy()
    present = [(int(above), int(below)) for above, below in np.argwhere(moved)]
    proposals = moves_per_edge * len(present)
    chosen = random.integers(len(present), size=proposals)
    places = np.stack([random.integers(size, size=proposals) for size in moved.shape], axis=1)
    for edge, (above, below) in zip(chosen.tolist(), places.tolist(), strict=True):
        if moved[above, below]:
            continue
        row, column = present[edge]
        moved[row, column], moved[above, below] = False, True
        if moved[row].any() and moved[:, column].any():
            present[edge] = (above, below)
        else:
            moved[row, column], moved[above, below] = True, False
    return moved
