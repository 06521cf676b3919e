"""Rounds of pruning as the step does them."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.regime.network.recipe import Recipe
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.network.stored import (
    StoredNetworks,
    read_networks,
    read_target,
    stacked,
)
from compsparse.studies.regime.pruning import prune_rounds
from tests.unit.ensembles.interruption import MemoryCheckpoints, interrupted_at_every_save
from tests.unit.studies.regime.pruning.networks import random_weights
from tests.unit.studies.regime.steps import RECIPE, SCENE, SEEDS, genomes, scenes
from tests.unit.studies.step_files import arrays, ran, stored

Inputs = dict[str, Any]
SHAPE = LayeredShape.from_units(3, {"identity": 2, "gaussian": 2, "sigmoid": 1})
PARAMS: dict[str, Any] = {
    **SEEDS,
    "depth": SHAPE.depth,
    "units": dict(SHAPE.units),
    "method": "random_edges",
    "weights": [50, 20],
    "recipe": RECIPE,
}


@pytest.fixture
def inputs(tmp_path: Path) -> Inputs:
    """Dense networks of two scenes at two stops; those of the first stop are broken."""
    random = np.random.default_rng(0)
    last = np.stack([random_weights(SHAPE, random) for _ in range(2)])
    weights = np.concatenate([np.full_like(last, np.nan), last])
    networks = StoredNetworks(
        weights,
        np.ones(weights.shape, dtype=np.bool_),
        np.tile(last / 2, (2, 1)),
        np.array([0, 1, 0, 1]),
        np.array([5, 5, 10, 10]),
    )
    return {"model": stored(tmp_path / "n.npz", networks.arrays()), "targets": scenes(tmp_path)}


def test_rounds_leave_what_was_wanted_of_the_last_stage_and_train_only_that(inputs: Inputs) -> None:
    made = arrays(ran(prune_rounds, inputs, PARAMS))
    assert made["stage"].tolist() == [1, 1, 2, 2] and made["run"].tolist() == [0, 1, 0, 1]
    assert made["wanted"].tolist() == [50, 50, 20, 20]
    counts = made["mask"].sum(axis=1)
    assert np.abs(counts - made["wanted"]).max() <= 5
    assert np.isfinite(made["weights"]).all()  # nothing comes from an earlier stop
    assert (made["weights"][~made["mask"]] == 0).all()
    # the second round keeps weights of the first
    assert not (made["mask"][2:] & ~made["mask"][:2]).any()


def test_each_network_learns_its_own_target(inputs: Inputs) -> None:
    made = arrays(ran(prune_rounds, inputs, PARAMS))
    first, second = inputs["targets"]
    wanted = stacked([read_target(first), read_target(second)])
    both = arrays(ran(prune_rounds, {**inputs, "targets": [first, first]}, PARAMS))
    one = arrays(ran(prune_rounds, {**inputs, "targets": [first]}, PARAMS))
    assert np.abs(wanted[0] - wanted[1]).max() > 0.1
    for name in ("weights", "pruned_error"):
        np.testing.assert_allclose(made[name][[0, 2]], both[name][[0, 2]], atol=1e-6)
        assert not np.allclose(made[name][[1, 3]], both[name][[1, 3]])
        np.testing.assert_allclose(one[name], both[name], atol=1e-6)  # one target is for all


@pytest.mark.parametrize("method", ["connection_similarity", "lottery_ticket", "unit_merging"])
def test_other_methods_prune_by_what_they_see(inputs: Inputs, method: str) -> None:
    made = arrays(ran(prune_rounds, inputs, {**PARAMS, "method": method, "weights": [40]}))
    random = arrays(ran(prune_rounds, inputs, {**PARAMS, "weights": [40]}))
    assert (made["mask"] != random["mask"]).any()


def test_networks_that_are_small_enough_stay(inputs: Inputs) -> None:
    made = arrays(ran(prune_rounds, inputs, {**PARAMS, "weights": [1000]}))
    assert made["mask"].all()


DEEPER = LayeredShape.from_units(SCENE.depth + 1, dict(SCENE.units))


@pytest.mark.parametrize(
    ("method", "optimizer", "recovers"),
    [
        ("unit_merging", "muon", True),
        ("unit_merging", "adam", False),
        ("connection_similarity", "muon", False),
    ],
)
def test_merging_units_where_muon_trains_may_leave_the_scenes_own_networks(
    tmp_path: Path, method: str, optimizer: str, recovers: bool
) -> None:
    targets, random = scenes(tmp_path), np.random.default_rng(0)
    weights = np.stack([random_weights(DEEPER, random) for _ in range(2)])
    networks = StoredNetworks.replicates(weights, weights / 2)
    model = stored(tmp_path / "n.npz", networks.arrays())
    genome = read_networks(genomes(tmp_path, targets, DEEPER))
    still = {**RECIPE, "optimizer": optimizer, "rate": 1e-9, "final_rate": 1e-9, "steps": 2}
    params = {**PARAMS, "depth": DEEPER.depth, "units": dict(DEEPER.units)}
    params |= {"method": method, "weights": [300, 200], "recipe": still}
    inputs: Inputs = {"model": model, "targets": targets}
    found = arrays(ran(prune_rounds, inputs, {**params, "world": "recovered"}))
    plain = arrays(ran(prune_rounds, inputs, params))
    if recovers:  # in both rounds, since it has fewer weights than either wants
        np.testing.assert_array_equal(found["mask"], np.tile(genome.mask, (2, 1)))
        np.testing.assert_allclose(found["weights"], np.tile(genome.weights, (2, 1)), atol=1e-6)
        assert found["pruned_error"].max() < 1e-9 < plain["pruned_error"].min()
        for name in ("initial", "run", "stage", "wanted"):
            np.testing.assert_array_equal(found[name], plain[name], err_msg=name)
    else:
        for name, array in found.items():
            np.testing.assert_array_equal(array, plain[name], err_msg=name)


def test_an_interrupted_pruning_ends_with_the_same_bytes(inputs: Inputs) -> None:
    whole = arrays(ran(prune_rounds, inputs, PARAMS))
    params = {**PARAMS, "recipe": Recipe(**RECIPE)}
    checkpoints = MemoryCheckpoints()
    resumed, places = interrupted_at_every_save(
        lambda kept: prune_rounds.run(inputs, **params, checkpoints=kept), lambda: checkpoints
    )
    assert len(places) >= 2 * RECIPE["steps"]
    for name, array in arrays(resumed).items():
        np.testing.assert_array_equal(array, whole[name], err_msg=name)
