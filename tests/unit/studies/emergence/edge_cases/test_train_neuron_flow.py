"""Where neurons end at k = 2 and above."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.emergence.edge_cases.train_neuron_flow import run
from compsparse.studies.emergence.teacher import PowerLawTeacher
from tests.unit.studies.emergence import training
from tests.unit.studies.emergence.conftest import Starts

PARAMS: dict[str, Any] = {
    "order": 2,
    "exponent": 1.0,
    "initial_strength": 1e-6,
    "fraction": 0.05,
    "duration": 4.0,
}


def history(starts: Path, **changes: Any) -> dict[str, np.ndarray]:
    return training.history(run, {"starts": starts}, PARAMS | changes)


@pytest.mark.parametrize("order", [2, 4])
def test_the_students_second_moment_becomes_the_teachers(starts: Starts, order: int) -> None:
    made = history(starts(basis="span"), order=order)
    amplitudes = PowerLawTeacher(1.0, 8).amplitudes
    np.testing.assert_array_equal(made["amplitudes"], amplitudes)
    for overlaps, strengths in zip(made["overlaps"], made["strengths"], strict=True):
        moment = overlaps.T @ (strengths[:, None] * overlaps)
        np.testing.assert_allclose(moment, np.diag(amplitudes), atol=2e-3)


def test_neurons_specialize_above_two_only(starts: Starts) -> None:
    path = starts(basis="span")
    shares = []
    for order in (2, 4):
        made = history(path, order=order)
        best = (made["overlaps"] ** 2).max(axis=2)
        shares.append((best[made["strengths"] > 1e-2] > 0.9).mean())
    assert shares[0] < 0.2
    assert shares[1] == 1.0


@pytest.mark.parametrize("order", [2, 4])
def test_an_interrupted_training_goes_on_with_the_same_bytes(starts: Starts, order: int) -> None:
    inputs = {"starts": starts(neurons=12, basis="span")}
    changes = {"order": order, "fraction": 0.1, "duration": 0.2}
    assert len(training.resumed(run, inputs, PARAMS | changes)) > 10


def test_an_order_without_a_flow_is_refused(starts: Starts) -> None:
    with pytest.raises(ValueError, match="above 2, not of 1"):
        history(starts(), order=1)
