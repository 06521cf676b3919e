"""Rounds of pruning as the step does them."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.regime.pruning import prune_rounds
from tests.unit.ensembles.interruption import MemoryCheckpoints, interrupted_at_every_save
from tests.unit.studies.regime.steps import RECIPE, SEEDS, SHAPE, arrays

PARAMS: dict[str, Any] = {
    **SEEDS,
    **SHAPE,
    "method": "random_edges",
    "weights": [50, 20],
    "recipe": RECIPE,
}


def test_rounds_leave_what_was_wanted_and_train_only_that(networks: Path, target: Path) -> None:
    made = arrays(prune_rounds.run({"model": networks, "target": target}, **PARAMS))
    assert made["stage"].tolist() == [1, 1, 2, 2] and made["run"].tolist() == [0, 1, 0, 1]
    assert made["wanted"].tolist() == [50, 50, 20, 20]
    counts = made["mask"].sum(axis=1)
    assert np.abs(counts - made["wanted"]).max() <= 5
    assert (made["weights"][~made["mask"]] == 0).all()
    # the second round keeps weights of the first
    assert not (made["mask"][2:] & ~made["mask"][:2]).any()


@pytest.mark.parametrize("method", ["connection_similarity", "lottery_ticket"])
def test_other_methods_prune_by_what_they_see(networks: Path, target: Path, method: str) -> None:
    params = {**PARAMS, "method": method, "weights": [40]}
    made = arrays(prune_rounds.run({"model": networks, "target": target}, **params))
    random = arrays(prune_rounds.run({"model": networks, "target": target}, **PARAMS))
    assert (made["mask"] != random["mask"][:2]).any()


def test_networks_that_are_small_enough_stay(networks: Path, target: Path) -> None:
    params = {**PARAMS, "weights": [1000]}
    made = arrays(prune_rounds.run({"model": networks, "target": target}, **params))
    assert made["mask"].all()


def test_an_interrupted_pruning_ends_with_the_same_bytes(networks: Path, target: Path) -> None:
    inputs = {"model": networks, "target": target}
    whole = arrays(prune_rounds.run(inputs, **PARAMS))
    checkpoints = MemoryCheckpoints()
    resumed, places = interrupted_at_every_save(
        lambda kept: prune_rounds.run(inputs, **PARAMS, checkpoints=kept), lambda: checkpoints
    )
    assert len(places) >= 2 * RECIPE.steps
    for name, array in arrays(resumed).items():
        np.testing.assert_array_equal(array, whole[name], err_msg=name)
