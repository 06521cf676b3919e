"""Training by online SGD, as the step does it."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.emergence.online.train_online_sgd import logged, run
from tests.unit.studies.emergence import training
from tests.unit.studies.emergence.conftest import Starts

PARAMS: dict[str, Any] = {
    "root_seed": 3,
    "seed_names": ["emergence", "test"],
    "order": 4,
    "exponent": 1.0,
    "neurons": None,
    "initial_strength": 1e-6,
    "step_size": 4e-3,
    "samples": 128,
    "steps": 1500,
    "logged_steps": 30,
    "precision": "single",
}
SPACE: dict[str, Any] = {"neurons": 16, "directions": 2, "dimension": 16, "basis": "space"}


def history(starts: Path, **changes: Any) -> dict[str, np.ndarray]:
    return training.history(run, {"starts": starts}, PARAMS | changes)


def test_directions_are_learned_and_the_loss_falls(starts: Starts) -> None:
    made = history(starts(**SPACE))
    assert made["failed"].tolist() == [-1, -1]
    assert np.all(made["aligned"][:, 0] < 1500)
    assert np.all(made["loss"][:, -1] < 0.6 * made["loss"][:, 0])
    assert np.all(made["loss"] > made["tail"])


def test_an_interrupted_training_goes_on_with_the_same_bytes(starts: Starts) -> None:
    params = PARAMS | {"samples": 1, "steps": 60, "logged_steps": 8, "step_size": 0.01}
    assert len(training.resumed(run, {"starts": starts(**SPACE, runs=3)}, params)) == 8


def test_an_overflow_is_counted_and_its_curves_end(starts: Starts) -> None:
    made = history(starts(**SPACE), step_size=20.0, samples=1, steps=200)
    assert np.all(made["failed"] > 0)
    assert np.isnan(made["loss"][:, -1]).all()
    assert np.isnan(made["aligned"][:, 1]).all()


def test_logged_steps_are_different_and_end_with_the_last() -> None:
    assert logged(5, 100) == [1, 2, 3, 4, 5]
    assert logged(1000, 4) == [1, 10, 100, 1000]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"precision": "half"}, "'single' or 'double'"),
        ({"order": 5}, "allowed: \\(2, 3, 4\\)"),
    ],
)
def test_bad_parameters_are_refused(starts: Starts, change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        history(starts(**SPACE), **change)
