"""Step ``generate``: count the pieces of routed layers, and approximate constants and maps."""

from collections.abc import Mapping, Sequence

import numpy as np
from jaxtyping import Float64

from compsparse.studies.experts.skills.target import apply_maps, combinations, draw_maps
from compsparse.studies.experts.worlds import World
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs

_ROUNDS = 100  # of a search; it stops when nothing changes


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    dimension: int,
    gain: float,
    runs: int,
    most_experts: int,
    most_layers: int,
    approximated: Sequence[Mapping[str, int]],
    points: int,
    starts: int,
    world: World = "none",
) -> Outputs:
    """Return counts of pieces, and what L E pieces leave of the variance of E^L.

    What the arrays are stands in ``evaluate_pieces.Pieces``.
    """
    counted = [
        (experts, layers, count_pieces(experts, layers), count_pieces(experts * layers, 1))
        for experts in range(2, most_experts + 1)
        for layers in range(1, most_layers + 1)
    ]
    sizes = [(size["codes"], size["layers"]) for size in approximated]
    constants = [constants_error(codes**layers, codes * layers) for codes, layers in sizes]
    maps = np.empty((runs, len(sizes)))
    for replicate, place in np.ndindex(maps.shape):
        codes, layers = sizes[place]
        random = generator(root_seed, *seed_names, f"{codes}x{layers}", replicate)
        one_map = world == "one_map"
        drawn = draw_maps(codes, layers, dimension, gain, random, one_map=one_map)
        number = codes**layers
        x = np.tile(random.standard_normal((points, dimension)), (number, 1))
        values = apply_maps(*drawn, x, np.repeat(np.arange(number), points)).reshape(number, -1)
        maps[replicate, place] = maps_error(values, codes * layers, starts, random)
    found = {"counted": np.array(counted), "sizes": np.array(sizes)}
    return {"data": {**found, "constants": np.array(constants), "maps": maps}}


def count_pieces(experts: int, layers: int) -> int:
    """Return how many values routed layers z -> E z + e have, over all choices of experts."""
    values = np.zeros(experts**layers, dtype=np.int64)
    for chosen in combinations(experts, layers).T:
        values = experts * values + chosen
    return len(np.unique(values))


def constants_error(constants: int, pieces: int) -> float:
    """Return the share of the variance that the best pieces leave of equally spaced constants.

    Groups of neighbours are as equal as they can be; n equally spaced numbers have the variance
    (n^2 - 1) / 12.
    """
    groups = np.array([len(part) for part in np.array_split(np.arange(constants), pieces)])
    return float((groups * (groups**2 - 1)).sum() / (constants * (constants**2 - 1)))


def maps_error(
    maps: Float64[np.ndarray, "map value"], pieces: int, starts: int, random: np.random.Generator
) -> float:
    """Return the share of the variance that the best pieces found leave of maps.

    A map is its values at many points; a piece stands for several maps by their mean. Lloyd's
    search from random maps, of which the best of all ``starts`` counts: an upper bound.
    """
    least = np.inf
    for _ in range(starts):
        centers = maps[random.permutation(len(maps))[:pieces]]
        nearest = np.full(len(maps), -1)
        for _ in range(_ROUNDS):
            squares = ((maps**2).sum(1)[:, None] - 2 * maps @ centers.T) + (centers**2).sum(1)
            before, nearest = nearest, squares.argmin(axis=1)
            if (nearest == before).all():
                break
            member = np.eye(len(centers))[nearest]
            count = member.sum(axis=0)[:, None]
            centers = np.where(count > 0, member.T @ maps / np.maximum(count, 1), centers)
        least = min(least, float(((maps - centers[nearest]) ** 2).mean()))
    return least / float(maps.var())
