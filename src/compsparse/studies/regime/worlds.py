"""Worlds: in each, one structure that the documents' statements rest on is missing.

What holds there as well does not rest on it. A difference that is judged is 0 in such a world, so
that a claim of a difference fails there, if seeds scatter by less than the least one that counts.
"""

from typing import Any, Literal

import numpy as np

World = Literal[
    "none",
    "identity",
    "coin",
    "unpruned",
    "rewired",
    "additive",
    "one_optimizer",
    "one_picture",
    "untrained",
    "composing",
]

COIN = "coin"
REWIRED = "rewired"
ADDITIVE = "additive"

_ALL_WEIGHTS = 10**9  # more than any network has


def step_params(world: World, *changing: World) -> dict[str, Any]:
    """Return the parameter ``world`` of a step in the worlds that change it, otherwise nothing.

    Every such step gets the identity, too, which changes nothing: a comparison with the run then
    tests the machinery of worlds.
    """
    return {"world": world} if world in ("identity", *changing) else {}


def pruning_params(world: World, rounds: int) -> dict[str, Any]:
    """Return the replaced parameters of pruning in the world where no weight is removed."""
    if world != "unpruned":
        return {}
    return {"method": "random_edges", "weights": [_ALL_WEIGHTS] * rounds}


def tossed(number: int, random: np.random.Generator) -> np.ndarray:
    """Return the scores of a judge that tosses coins for any change; uniform on [0, 1]."""
    return random.random(number)
