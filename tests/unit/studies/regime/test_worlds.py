"""Each world touches the jobs that it speaks of, and no others."""

from typing import get_args

import numpy as np
import pytest

from compsparse.studies.regime import worlds


@pytest.mark.parametrize("world", get_args(worlds.World))
def test_what_a_world_adds(world: worlds.World) -> None:
    judging = worlds.of_judging(world)
    wirings = worlds.of_wirings(world)
    combined = worlds.of_combinations(world)
    named = {"world": world}
    assert judging == (named if world in ("identity", "coin") else {})
    assert wirings == (named if world in ("identity", "rewired") else {})
    assert combined == (named if world in ("identity", "additive") else {})
    assert bool(worlds.of_pruning(world, 2)) == (world == "unpruned")
    own, every = ("muon", 20), ("adam", 5)
    assert worlds.of_optimizer(world, own, every) == (every if world == "one_optimizer" else own)


def test_no_method_removes_anything_where_all_weights_stay() -> None:
    replaced = worlds.of_pruning("unpruned", 2)
    assert len(replaced["weights"]) == 2
    assert min(replaced["weights"]) > 10**8


def test_coins_know_nothing() -> None:
    scores = worlds.tossed(10_000, np.random.default_rng(0))
    assert abs(scores.mean() - 0.5) < 0.02
    assert scores.min() >= 0
    assert scores.max() <= 1
