"""Step ``generate``: count the pieces of routed layers, and approximate constants and maps."""

from collections.abc import Mapping, Sequence

import numpy as np

from compsparse.studies.experts.pieces.approximation import constants_error, maps_error
from compsparse.studies.experts.skills.combinations import combinations
from compsparse.studies.experts.skills.target import Skills, apply_skills, draw_maps
from compsparse.studies.experts.worlds import World
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

    ``counted`` has rows of E, L, the pieces of L routed layers, and those of one layer of L E
    experts; ``constants`` [size] and ``maps`` [run, size] are shares of the variance.
    """
    counted = [
        (experts, layers, deep_pieces(experts, layers), flat_pieces(experts * layers))
        for experts in range(2, most_experts + 1)
        for layers in range(1, most_layers + 1)
    ]
    sizes = [(size["codes"], size["layers"]) for size in approximated]
    constants = [constants_error(codes**layers, codes * layers) for codes, layers in sizes]
    maps = np.empty((runs, len(sizes)))
    for replicate in range(runs):
        for place, (codes, layers) in enumerate(sizes):
            random = generator(root_seed, *seed_names, f"{codes}x{layers}", replicate)
            linear, offset = draw_maps(
                codes,
                layers,
                dimension,
                gain,
                random,
                independent=False,
                one_map=world == "one_map",
            )
            number = codes**layers
            skills = Skills(
                linear[None],
                offset[None],
                np.zeros((1, 1, number), dtype=bool),
                np.zeros((number, 1), dtype=np.float32),
            )
            x = random.standard_normal((points, dimension))
            every = np.repeat(np.arange(number), points)
            values = apply_skills(skills, 0, np.tile(x, (number, 1)), every)
            found = maps_error(values.reshape(number, -1), codes * layers, starts, random)
            maps[replicate, place] = found
    return {
        "data": {
            "counted": np.array(counted),
            "sizes": np.array(sizes),
            "constants": np.array(constants),
            "maps": maps,
        }
    }


def deep_pieces(experts: int, layers: int) -> int:
    """Return how many values routed layers z -> E z + e have, over all choices of experts."""
    values = np.zeros(experts**layers, dtype=np.int64)
    for chosen in combinations(experts, layers).T:
        values = experts * values + chosen
    return len(np.unique(values))


def flat_pieces(experts: int) -> int:
    """Return how many values one routed layer z -> z + e has, over all choices of its expert."""
    return len(np.unique(np.zeros(experts, dtype=np.int64) + np.arange(experts)))
