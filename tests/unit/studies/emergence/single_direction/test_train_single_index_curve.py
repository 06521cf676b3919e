"""The loss of one direction, as the step follows it."""

from typing import Any

import numpy as np
import pytest

from compsparse.studies.emergence.single_direction.train_single_index_curve import run, spaced_steps
from tests.unit.studies.emergence import training

PARAMS: dict[str, Any] = {
    "root_seed": 3,
    "seed_names": ["emergence", "test"],
    "order": 3,
    "dimension": 16,
    "step_constant": 0.05,
    "start": "fixed",
    "initial_strength": 0.01,
    "duration": 0.8,
    "logged_steps": 60,
    "runs": 8,
}


def history(**changes: Any) -> dict[str, np.ndarray]:
    return training.history(run, {}, PARAMS | changes)


def test_the_loss_stays_then_falls_to_nothing() -> None:
    made = history()
    assert not made["failed"].any()
    assert made["loss"].shape == (8, len(made["step"]))
    np.testing.assert_allclose(made["loss"][:, 0], 1.0, atol=0.02)
    fallen = np.isfinite(made["fallen"])
    assert fallen.sum() >= 4
    assert np.all(made["loss"][fallen, -1] < 0.1)
    assert np.all(made["begun"][fallen] < made["half"][fallen])
    assert np.all(made["half"][fallen] < made["fallen"][fallen])


def test_crossings_agree_with_the_logged_losses() -> None:
    made = history(logged_steps=4000)
    level = 0.5 * (1 - 2 * 0.01 * 16**-1.5 + 0.01**2)
    for run_index in np.flatnonzero(np.isfinite(made["half"])):
        under = made["loss"][run_index] < level
        first = int(under.argmax())
        assert made["step"][first - 1] < made["half"][run_index] <= made["step"][first]


def test_the_last_step_ends_all() -> None:
    made = history(duration=0.1, runs=2)
    assert made["step"][-1] == round(0.1 * 16**2 / 0.05)
    assert np.isfinite(made["loss"]).all()


def test_an_overflow_is_counted_and_its_curve_ends() -> None:
    made = history(order=4, step_constant=20.0, duration=4.0)
    assert made["failed"].any()
    assert np.isnan(made["loss"][made["failed"], -1]).all()
    assert np.isfinite(made["loss"][~made["failed"], -1]).all()


def test_an_interrupted_training_goes_on_with_the_same_bytes() -> None:
    assert len(training.resumed(run, {}, PARAMS | {"runs": 3, "duration": 0.4})) == 8


def test_logged_steps_are_different_and_end_with_the_last() -> None:
    assert spaced_steps(5, 100).tolist() == [1, 2, 3, 4, 5]
    assert spaced_steps(30_000, 3).tolist() == [100, 1732, 30_000]
    with pytest.raises(ValueError, match="at least 1 and 2"):
        spaced_steps(5, 1)


def test_another_start_is_refused() -> None:
    with pytest.raises(ValueError, match="start is 'far' in the plan"):
        history(start="far")
