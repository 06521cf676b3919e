"""Online SGD at steps suited to a direction: step size and duration, and SGD as it is."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.emergence.online import train_online_sgd
from compsparse.studies.emergence.sample_complexity import train_adaptive_step
from tests.unit.studies.emergence import training
from tests.unit.studies.emergence.conftest import Starts

PARAMS: dict[str, Any] = {
    "root_seed": 3,
    "seed_names": ["emergence", "test"],
    "order": 3,
    "exponent": 1.0,
    "neurons": None,
    "initial_strength": 1e-3,
    "step_constant": 0.5,
    "rank": 1,
    "excess": 1.0,
    "samples": 4,
    "duration": 0.05,
    "logged_steps": 6,
    "precision": "single",
}
SPACE: dict[str, Any] = {"neurons": 8, "directions": 3, "dimension": 9, "basis": "space"}


def history(starts: Path, **changes: Any) -> dict[str, np.ndarray]:
    return training.history(train_adaptive_step.run, {"starts": starts}, PARAMS | changes)


def test_the_step_size_is_that_of_the_direction(starts: Starts) -> None:
    path = starts(**SPACE)
    first, third, larger = history(path), history(path, rank=3), history(path, excess=4.0)
    amplitude = np.sqrt(6) / np.pi  # of the first of p^-1, in units of the sum of squares
    assert first["step_size"] == pytest.approx(0.5 * amplitude * 9**-1.5)
    assert third["step_size"] == pytest.approx(first["step_size"] / 3)
    assert larger["step_size"] == pytest.approx(4 * first["step_size"])


def test_every_step_size_sees_as_many_samples(starts: Starts) -> None:
    path = starts(**SPACE)
    last = {int(history(path, rank=rank)["step"][-1]) for rank in (1, 2, 3)}
    # 0.05 d^2 / (c a_3^2)
    assert last == {int(np.ceil(0.05 * 81 / 0.5 * 9 * np.pi**2 / 6))}


def test_it_is_online_sgd_with_that_step(starts: Starts) -> None:
    path = starts(**SPACE)
    made = history(path, rank=2)
    steps = {"step_size": float(made["step_size"]), "steps": int(made["step"][-1])}
    only_here = ("step_constant", "rank", "excess", "duration")
    plain = {name: value for name, value in PARAMS.items() if name not in only_here} | steps
    same = training.history(train_online_sgd.run, {"starts": path}, plain)
    for name, array in same.items():
        np.testing.assert_array_equal(made[name], array)
    assert (made["exponent"], made["rank"], made["samples"]) == (1.0, 2, 4)


def test_an_interrupted_training_goes_on_with_the_same_bytes(starts: Starts) -> None:
    inputs = {"starts": starts(**SPACE)}
    assert len(training.resumed(train_adaptive_step.run, inputs, PARAMS)) > 1
