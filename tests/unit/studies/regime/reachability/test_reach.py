"""Distances and the reach: planted answers."""

import numpy as np
import pytest
import torch

from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.reachability.reach import reach
from compsparse.studies.regime.reachability.train_from_solution import (
    at_distance,
    relative_distance,
)

_SHAPE = LayeredShape.from_units(2, {"identity": 2, "sin": 1})


def test_starts_are_at_their_distance() -> None:
    solution = torch.linspace(-2.0, 3.0, _SHAPE.weights)
    near = at_distance(_SHAPE, solution, 0.1, np.random.default_rng(0))
    far = at_distance(_SHAPE, solution, 0.5, np.random.default_rng(0))
    assert relative_distance(_SHAPE, solution, near) == pytest.approx(0.1, rel=1e-4)
    assert relative_distance(_SHAPE, solution, far) == pytest.approx(0.5, rel=1e-4)
    assert relative_distance(_SHAPE, solution, torch.zeros_like(solution)) == pytest.approx(1.0)
    # the same direction
    assert (far - solution).numpy() == pytest.approx(5 * (near - solution).numpy(), abs=1e-4)


@pytest.mark.parametrize(
    ("kept", "found"),
    [
        ([1.0, 0.75, 0.25], 10**-1.5),
        ([1.0, 0.9, 0.8], 0.1),
        ([0.6, np.nan, 0.9], 0.001),
        ([0.4, 0.9, 0.9], np.nan),
    ],
)
def test_the_reach_of_planted_curves(kept: list[float], found: float) -> None:
    distances = np.array([0.001, 0.01, 0.1])
    assert reach(distances, np.array(kept)) == pytest.approx(found, nan_ok=True)
