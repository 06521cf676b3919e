"""Worlds: one structure that the documents' statements rest on is taken away.

What holds there as well does not rest on it. A difference that is judged is 0 in such a world, so
that a claim of a difference fails there, if seeds scatter by less than the least one that counts.
"""

from typing import Any, Literal

import numpy as np

World = Literal["none", "identity", "coin", "unpruned", "rewired", "additive", "one_optimizer"]

COIN = "coin"
REWIRED = "rewired"
ADDITIVE = "additive"

# kinds of steps, and the worlds that change what they do
_OF_JUDGING = ("identity", COIN)
_OF_WIRINGS = ("identity", REWIRED)
_OF_COMBINATIONS = ("identity", ADDITIVE)

_EVERY = 10**9  # weights; more than any network has


def of_judging(world: World) -> dict[str, Any]:
    """Return what the world adds to the params of jobs that judge changes of pictures."""
    return {"world": world} if world in _OF_JUDGING else {}


def of_wirings(world: World) -> dict[str, Any]:
    """Return what the world adds to the params of trainings of several wirings."""
    return {"world": world} if world in _OF_WIRINGS else {}


def of_combinations(world: World) -> dict[str, Any]:
    """Return what the world adds to the params of jobs that combine edits."""
    return {"world": world} if world in _OF_COMBINATIONS else {}


def of_pruning(world: World, rounds: int) -> dict[str, Any]:
    """Return what the world replaces in the params of pruning: no method removes anything."""
    if world != "unpruned":
        return {}
    return {"method": "random_edges", "weights": [_EVERY] * rounds}


def of_optimizer(
    world: World, optimizer: tuple[str, int], every: tuple[str, int]
) -> tuple[str, int]:
    """Return the optimizer that a training gets: in one world all of them get the same one."""
    return every if world == "one_optimizer" else optimizer


def tossed(number: int, random: np.random.Generator) -> np.ndarray:
    """Return the scores of a judge that tosses coins, whatever it is shown; uniform on [0, 1]."""
    return random.random(number)
