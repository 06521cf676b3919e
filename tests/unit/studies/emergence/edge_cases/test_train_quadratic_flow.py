"""Training at k = 2 by the Riccati equation, as the step does it."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.emergence.edge_cases.train_quadratic_flow import run
from compsparse.studies.emergence.teacher import PowerLawTeacher
from tests.unit.studies.emergence import training
from tests.unit.studies.emergence.conftest import Starts

PARAMS: dict[str, Any] = {
    "exponent": 1.0,
    "initial_strength": 1e-12,
    "fraction": 0.05,
    "duration": 1.5,
    "times": 40,
}


def history(starts: Path, **changes: Any) -> dict[str, np.ndarray]:
    return training.history(run, {"starts": starts}, PARAMS | changes)


def test_directions_are_learned_when_they_would_be_one_after_the_other(starts: Starts) -> None:
    made = history(starts(), fraction=0.01)
    assert made["learned"].shape == (2, 8)
    # each start scatters by the root of 2 / 57, its logarithm of 25 by 1 %
    np.testing.assert_allclose(made["learned"] / made["unaided"], 1.0, atol=0.05)
    assert np.all(np.diff(made["learned"], axis=1) > 0)


def test_the_loss_is_nearly_that_of_directions_alone(starts: Starts) -> None:
    made = history(starts(), fraction=0.01)
    alone = np.broadcast_to(made["unaided_loss"], made["loss"].shape)
    assert np.abs(np.log(made["loss"] / alone)).mean() < 0.1
    np.testing.assert_allclose(alone[:, 0], 1.0, atol=1e-6)
    np.testing.assert_allclose(made["amplitudes"], PowerLawTeacher(1.0, 8).amplitudes)


def test_the_loss_goes_from_one_to_the_teachers_tail(starts: Starts) -> None:
    made = history(starts())
    np.testing.assert_allclose(made["loss"][:, 0], 1.0, atol=1e-6)
    np.testing.assert_allclose(made["loss"][:, -1], PowerLawTeacher(1.0, 8).tail, atol=1e-4)


def test_what_lies_outside_the_teachers_span_does_not_matter(starts: Starts) -> None:
    # the same law in 72 coordinates; other draws, so their means are compared
    fast = history(starts(runs=4))["learned"].mean(axis=0)
    exact = history(starts(runs=4, basis="span"))["learned"].mean(axis=0)
    np.testing.assert_allclose(fast, exact, rtol=0.03)


def test_an_interrupted_training_goes_on_with_the_same_bytes(starts: Starts) -> None:
    inputs = {"starts": starts(neurons=12, runs=2)}
    places = training.resumed(run, inputs, PARAMS | {"fraction": 0.1})
    assert len(places) > 20
    assert places[-1].endswith("in part 2 of 2")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"initial_strength": 1e3}, "below half of its amplitude"),
    ],
)
def test_bad_parameters_are_refused(starts: Starts, change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        history(starts(), **change)
