"""Training at k = 2 on inputs with a spectrum, as the step does it."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.special import zeta

from compsparse.studies.emergence.edge_cases.train_anisotropic_flow import run
from tests.unit.studies.emergence import training
from tests.unit.studies.emergence.conftest import Starts

PARAMS: dict[str, Any] = {
    "spectrum": 0.5,
    "exponent": 1.0,
    "initial_strength": 1e-9,
    "fraction": 0.05,
    "duration": 1.5,
    "times": 50,
}


def history(starts: Path, **changes: Any) -> dict[str, np.ndarray]:
    return training.history(run, {"starts": starts}, PARAMS | changes)


@pytest.mark.parametrize("spectrum", [0.0, 1.0])
def test_the_loss_falls_from_one_to_what_is_not_simulated(starts: Starts, spectrum: float) -> None:
    made = history(starts(), spectrum=spectrum)
    assert made["loss"].shape == (2, 50)
    np.testing.assert_allclose(made["loss"][:, 0], 1.0, atol=1e-3)
    decay = 2 * (1.0 + spectrum)
    left = zeta(decay, 9) / zeta(decay)
    np.testing.assert_allclose(made["loss"][:, -1], left, rtol=2e-2)


def test_a_falling_spectrum_takes_longer(starts: Starts) -> None:
    path = starts()
    flat, falling = (history(path, spectrum=s, duration=0.2) for s in (0.0, 1.0))
    # the time of the weakest direction goes with its variance squared
    assert falling["time"][-1] / flat["time"][-1] == pytest.approx(64.0)


def test_an_interrupted_training_goes_on_with_the_same_bytes(starts: Starts) -> None:
    inputs = {"starts": starts(neurons=12, runs=2)}
    params = PARAMS | {"fraction": 0.1, "duration": 0.1}
    assert len(training.resumed(run, inputs, params)) > 20
