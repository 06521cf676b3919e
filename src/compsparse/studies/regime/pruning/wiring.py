"""Given wirings, masks of the weights that a network may have, and their controls.

Rewired: a wiring with the same degrees and types, and otherwise random, by double edge swaps. Two
edges a -> b and c -> d between the same two layers become a -> d and c -> b, unless one of these is
there already. Every unit keeps its number of incoming and of outgoing edges. A swap is made only if
a and c, or b and d, have the same activation, so that the number of edges between each pair of
activations stays, too. (Inputs count as one activation, and so do outputs.)

No path breaks: edges join neighbouring layers only, and a unit that had an incoming edge has one
still, from a unit that has one still, and so on down to an input; likewise up to an output. So
no path is dead, and the count is exactly the same.

Pairs are proposed uniformly, and a refused proposal leaves the wiring unchanged: the distribution
of the wirings tends to the uniform one over all that swaps can reach.

Random: as many used units and weights in every layer as a given wiring. The used units of each
layer are drawn among all units of the shape, so that their activations are random too. The edges
then move one at a time: an edge and a free place between used units of its two layers are drawn,
and the move is made if both units that the edge leaves keep one on that side. So every used unit
has an edge below and one above, all weights are live, and the counts are exact. Proposals are
uniform and reversible: the distribution of the wirings tends to the uniform one over all that moves
can reach, for any degrees.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from jaxtyping import Bool

from compsparse.studies.regime.network.shape import OUTPUTS, LayeredShape
from compsparse.studies.regime.pruning.trained_network import live_mask

PROPOSALS_PER_EDGE = 20
MOVES_PER_EDGE = 20


@dataclass(frozen=True)
class Wiring:
    """The weights that a network of a shape may have; all of them are live."""

    shape: LayeredShape
    mask: Bool[np.ndarray, " weight"]

    def __post_init__(self) -> None:
        dead = int((self.mask & ~live_mask(self.shape, self.mask)).sum())
        if dead or not self.mask.any():
            raise ValueError(
                f"{dead} of the {int(self.mask.sum())} weights of the wiring lie on no path from "
                "an input to an output; a wiring has at least one weight, and live ones only. "
                "own_wiring removes the others."
            )

    @cached_property
    def count(self) -> int:
        """Number of weights."""
        return int(self.mask.sum())

    @property
    def matrices(self) -> list[Bool[np.ndarray, "above below"]]:
        """Views of the mask, one for each block."""
        return self.shape.matrices(self.mask)

    @property
    def live_units(self) -> Bool[np.ndarray, "layer unit"]:
        """Hidden units that the wiring uses."""
        return np.stack([matrix.any(axis=1) for matrix in self.matrices[:-1]])


def own_wiring(shape: LayeredShape, mask: Bool[np.ndarray, " weight"]) -> Wiring:
    """Return the wiring of a layered genome, without the weights that lead nowhere."""
    return Wiring(shape, live_mask(shape, mask))


def rewired(
    wiring: Wiring, random: np.random.Generator, proposals_per_edge: int = PROPOSALS_PER_EDGE
) -> Wiring:
    """Return the wiring after a number of proposed swaps per edge of every block.

    It can differ little: few wirings have the degrees of a thin one with many copies, which has one
    edge between most layers.
    """
    inputs, outputs = ["input"] * wiring.shape.inputs, ["output"] * len(OUTPUTS)
    layers = [inputs, *[[*wiring.shape.activations]] * wiring.shape.depth, outputs]
    mask = wiring.mask.copy()
    for number, matrix in enumerate(wiring.shape.matrices(mask)):
        edges = [(int(below), int(above)) for above, below in np.argwhere(matrix)]
        if len(edges) > 1:
            pairs = random.integers(len(edges), size=(proposals_per_edge * len(edges), 2))
            swapped = _swap(edges, pairs.tolist(), layers[number], layers[number + 1])
            matrix[:] = False
            for below, above in swapped:
                matrix[above, below] = True
    return Wiring(wiring.shape, mask)


def _swap(
    edges: list[tuple[int, int]], pairs: list[list[int]], below: list[str], above: list[str]
) -> list[tuple[int, int]]:
    edges, present = [*edges], set(edges)
    for first, second in pairs:
        (a, b), (c, d) = edges[first], edges[second]
        alike = below[a] == below[c] or above[b] == above[d]
        if not alike or (a, d) in present or (c, b) in present:
            continue
        present -= {(a, b), (c, d)}
        present |= {(a, d), (c, b)}
        edges[first], edges[second] = (a, d), (c, b)
    return edges


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
