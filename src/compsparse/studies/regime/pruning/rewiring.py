"""A wiring with the same degrees and types, and otherwise random: double edge swaps.

Two edges a -> b and c -> d between the same two layers become a -> d and c -> b, unless one of
these is there already. Every unit keeps its number of incoming and of outgoing edges. A swap is
made only if a and c, or b and d, have the same activation, so that the number of edges between
each pair of activations stays, too. (Inputs count as one activation, and so do outputs.)

No path breaks: edges join neighbouring layers only, and a unit that had an incoming edge has one
still, from a unit that has one still, and so on down to an input; likewise up to an output. So
no path is dead, and the count is exactly the same.

Pairs are proposed uniformly, and a refused proposal leaves the wiring unchanged: the distribution
of the wirings tends to the uniform one over all that swaps can reach.
"""

import numpy as np

from compsparse.studies.regime.network.shape import OUTPUTS
from compsparse.studies.regime.pruning.wiring import Wiring

PROPOSALS_PER_EDGE = 20


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
