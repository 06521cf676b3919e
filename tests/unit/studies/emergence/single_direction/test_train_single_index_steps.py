"""Counting steps of the single-index chain for several step sizes."""

from typing import Any

import numpy as np
import pytest

from compsparse.studies.emergence.single_direction.train_single_index_steps import run
from tests.unit.studies.emergence import training

PARAMS: dict[str, Any] = {
    "root_seed": 3,
    "seed_names": ["emergence", "test"],
    "order": 3,
    "dimensions": [8, 16],
    "step_constants": [0.1, 0.2],
    "longest": [0.3, 0.2],
    "start": "fixed",
    "initial_strength": 0.001,
    "runs": 8,
}


def history(**changes: Any) -> dict[str, np.ndarray]:
    return training.history(run, {}, PARAMS | changes)


def test_smaller_steps_take_longer_each_within_its_own_limit() -> None:
    made = history(runs=32)
    assert made["learned"].shape == (2, 2, 32)
    small, large = np.nanmedian(made["learned"][:, 1], axis=1)
    assert small > 1.3 * large
    assert np.nanmax(made["learned"][1, 1]) <= np.ceil(0.2 * 16**2 / 0.2)
    assert np.isfinite(made["searched"]).sum() >= np.isfinite(made["learned"]).sum()


def test_a_step_size_or_a_dimension_more_changes_no_other_one() -> None:
    fewer = history(step_constants=[0.2], longest=[0.2], dimensions=[16])
    np.testing.assert_array_equal(fewer["learned"][0, 0], history()["learned"][1, 1])


def test_an_interrupted_training_goes_on_with_the_same_bytes() -> None:
    assert training.resumed(run, {}, PARAMS)


def test_every_step_size_has_its_limit() -> None:
    with pytest.raises(ValueError, match="zip"):
        history(longest=[0.3])
