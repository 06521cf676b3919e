"""Step ``generate``: count the pieces of routed layers, and approximate constants and maps."""

from collections.abc import Mapping, Sequence

import numpy as np

from compsparse.studies.experts.pieces.approximation import Pieces, constants_error, maps_error
from compsparse.studies.experts.skills.combinations import combinations
from compsparse.studies.experts.skills.target import apply_maps, draw_maps
from compsparse.studies.experts.worlds import World
from workflow_engine.artifacts.named_axes import arrays_of
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs


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

    What each array is stands in ``Pieces``.
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
        values = apply_maps(*drawn, x, np.repeat(np.arange(number), points))
        found = maps_error(values.reshape(number, -1), codes * layers, starts, random)
        maps[replicate, place] = found
    made = Pieces(np.array(counted), np.array(sizes), np.array(constants), maps)
    return {"data": arrays_of(made)}


def count_pieces(experts: int, layers: int) -> int:
    """Return how many values routed layers z -> E z + e have, over all choices of experts."""
    values = np.zeros(experts**layers, dtype=np.int64)
    for chosen in combinations(experts, layers).T:
        values = experts * values + chosen
    return len(np.unique(values))
