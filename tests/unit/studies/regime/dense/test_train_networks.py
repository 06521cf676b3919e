"""Training as the step does it."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from compsparse.studies.regime.dense import train_networks, train_reference_networks
from tests.unit.ensembles.interruption import MemoryCheckpoints, interrupted_at_every_save
from tests.unit.studies.regime.steps import RECIPE, RETRY, SEEDS, SHAPE, arrays

PARAMS: dict[str, Any] = {**SEEDS, **SHAPE, "runs": 2, "recipe": RECIPE, "retry": RETRY}
WEIGHTS = 4 * 5 + 2 * 25 + 3 * 5


def test_dense_networks_remember_where_they_began(target: Path) -> None:
    made = arrays(train_networks.run({"target": target}, **PARAMS))
    assert made["weights"].shape == made["mask"].shape == made["initial"].shape == (2, WEIGHTS)
    assert made["mask"].all() and (made["weights"] != made["initial"]).any(axis=1).all()
    assert made["steps"][-1] == RECIPE.steps
    assert made["run"].tolist() == [0, 1] and made["stage"].tolist() == [0, 0]


def test_a_further_run_changes_no_other(target: Path) -> None:
    two = arrays(train_networks.run({"target": target}, **PARAMS))
    three = arrays(train_networks.run({"target": target}, **(PARAMS | {"runs": 3})))
    np.testing.assert_array_equal(two["initial"], three["initial"][:2])
    np.testing.assert_allclose(two["weights"], three["weights"][:2], atol=1e-5)


def test_an_interrupted_training_ends_with_the_same_bytes(target: Path) -> None:
    # every run is stuck by this rule, so that attempts begin anew
    params = {**PARAMS, "retry": replace(RETRY, error=1e-9)}
    whole = arrays(train_networks.run({"target": target}, **params))
    assert (whole["retries"] == 1).all() and whole["stuck"].all()
    checkpoints = MemoryCheckpoints()
    resumed, places = interrupted_at_every_save(
        lambda kept: train_networks.run({"target": target}, **params, checkpoints=kept),
        lambda: checkpoints,
    )
    assert len(places) > RECIPE.steps
    for name, array in arrays(resumed).items():
        np.testing.assert_array_equal(array, whole[name], err_msg=name)


def test_reference_networks_are_kept_on_the_way(target: Path) -> None:
    params = {**SEEDS, **SHAPE, "runs": 2, "recipe": RECIPE, "stops": [2, 6]}
    made = arrays(train_reference_networks.run({"target": target}, **params))
    assert made["stage"].tolist() == [2, 2, 6, 6] and made["run"].tolist() == [0, 1, 0, 1]
    # the last stop is the end of a training that was not looked at before
    alone = arrays(train_reference_networks.run({"target": target}, **(params | {"stops": [6]})))
    np.testing.assert_array_equal(made["weights"][2:], alone["weights"])
    assert (made["weights"][:2] != alone["weights"]).any()


def test_interrupted_reference_networks_end_with_the_same_bytes(target: Path) -> None:
    params = {**SEEDS, **SHAPE, "runs": 2, "recipe": RECIPE, "stops": [2, 4, 6]}
    whole = arrays(train_reference_networks.run({"target": target}, **params))
    checkpoints = MemoryCheckpoints()
    resumed, places = interrupted_at_every_save(
        lambda kept: train_reference_networks.run({"target": target}, **params, checkpoints=kept),
        lambda: checkpoints,
    )
    assert len(places) >= RECIPE.steps
    np.testing.assert_array_equal(arrays(resumed)["weights"], whole["weights"])
