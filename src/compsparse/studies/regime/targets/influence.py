"""The influence of a genome's primitives on its image: the ground truth of judged edits.

To a primitive belong the edges that its genome's ``parts`` name, and those into exclusive
ancestors: nodes that act on the image through these edges alone. Each of its edges is changed up
and down by as much as a weight sweep changes weights, so that both have the same effect on the
image (``judging.sweep``); the map of a change is its size over the pixels, the mean over red, green
and blue. Smaller changes would give thin outlines, which no sweep resembles.

A node whose value is 1 inside a part and -1 outside recolours both alike when its edge to a colour
changes. Such a map does not locate the part; ``largest_share`` leaves it out.
"""

import numpy as np
from jaxtyping import Float64

from compsparse.studies.regime.judging.grid import JUDGED
from compsparse.studies.regime.judging.sweep import sweep_weights
from compsparse.studies.regime.targets.genome import Genome
from compsparse.studies.regime.targets.layering import layered


def influence_maps(
    genome: Genome, side: int = JUDGED, largest_share: float = 1.0
) -> dict[str, Float64[np.ndarray, "map pixel"]]:
    """Return the maps of each primitive's edges, pixels row by row; inert edges have none.

    Maps that ``spread`` over more than the largest share are left out; 1 keeps all.
    """
    if not genome.parts:
        raise ValueError(f"The genome {genome.name!r} names no parts; give it a key 'parts'.")
    network = layered(genome)
    part_weights = {
        part: network.edge_weights[list(part_edges(genome, part))] for part in genome.parts
    }
    swept = np.unique(np.concatenate(list(part_weights.values())))
    sweep = sweep_weights(network.shape, network.weights, swept, side)
    changed = sweep.indices[sweep.matched]
    maps = np.abs(sweep.changes.astype(np.float64)).mean(axis=1)
    local = spread(maps) <= largest_share
    return {part: maps[np.isin(changed, weights) & local] for part, weights in part_weights.items()}


def spread(maps: Float64[np.ndarray, "map pixel"]) -> Float64[np.ndarray, " map"]:
    """Return the spread of each map as a fraction of all pixels: (sum m)^2 / (pixels * sum m^2)."""
    # 1 for a constant map, and k / pixels for one that is constant on k pixels and 0 elsewhere
    squares = maps.shape[1] * (maps**2).sum(axis=1)
    return np.asarray(np.minimum(maps.sum(axis=1) ** 2 / squares, 1.0))


def part_edges(genome: Genome, part: str) -> tuple[int, ...]:
    """Return the numbers of a primitive's edges, those of its exclusive ancestors included."""
    edges = set(genome.parts[part])
    for node in reversed(genome.order):  # targets first
        leaving = genome.outgoing[node.id]
        if node.role == "hidden" and leaving and edges.issuperset(leaving):
            edges.update(genome.incoming[node.id])
    return tuple(sorted(edges))
