"""Training of activations of several degrees, as the step does it."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.emergence.edge_cases.train_mixed_degree import run
from compsparse.studies.emergence.flow import train_population_flow
from tests.unit.studies.emergence import training
from tests.unit.studies.emergence.conftest import Starts

PARAMS: dict[str, Any] = {
    "degrees": [3, 4],
    "squared_coefficients": [0.5, 0.5],
    "exponent": 1.0,
    "initial_strength": 1e-6,
    "fraction": 0.05,
    "duration": 4.0,
}


def history(starts: Path, **changes: Any) -> dict[str, np.ndarray]:
    return training.history(run, {"starts": starts}, PARAMS | changes)


def test_one_degree_is_the_pure_flow(starts: Starts) -> None:
    path = starts()
    mixed = history(path, degrees=[4], squared_coefficients=[1.0])
    pure = training.history(
        train_population_flow.run,
        {"starts": path},
        {
            "order": 4,
            "exponent": 1.0,
            "neurons": None,
            "initial_strength": 1e-6,
            "law": "coupled",
            "fraction": 0.05,
            "duration": 4.0,
            "times": 5,
            "keep_alignment": False,
        },
    )
    np.testing.assert_allclose(mixed["aligned"], pure["aligned"], rtol=1e-9)


def test_times_are_those_of_the_lowest_degree_over_its_squared_coefficient(
    starts: Starts,
) -> None:
    path = starts(dimension=10**10, runs=1)
    changes = {"fraction": 0.01, "duration": 2.0}
    pure = history(path, degrees=[4], squared_coefficients=[1.0], **changes)["aligned"]
    mixed = history(path, degrees=[4, 6], squared_coefficients=[0.2, 0.8], **changes)["aligned"]
    assert np.isfinite(pure).all()
    np.testing.assert_allclose(mixed / pure, 5.0, rtol=0.02)


def test_an_interrupted_training_goes_on_with_the_same_bytes(starts: Starts) -> None:
    params = PARAMS | {"fraction": 0.1, "duration": 0.05}
    assert len(training.resumed(run, {"starts": starts(neurons=16)}, params)) > 10


def test_degrees_need_a_coefficient_each(starts: Starts) -> None:
    with pytest.raises(ValueError, match="zip"):
        history(starts(), squared_coefficients=[1.0])
