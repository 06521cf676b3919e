"""A watched flow moves as an unwatched one."""

import numpy as np

from compsparse.studies.emergence.flow.forces import FlowState, coupled
from compsparse.studies.emergence.mechanism.train_winner_overlaps import WatchedLaw

AMPLITUDES = np.array([0.8, 0.6])
COORDINATES = np.array([[0.9, 0.1], [0.2, 0.7], [0.3, -0.4]])


def state(strengths: list[float], coordinates: np.ndarray = COORDINATES) -> FlowState:
    return FlowState(4, AMPLITUDES, coordinates, np.array(strengths), np.arange(3))


def test_overlaps_are_noted_once_at_the_recovery() -> None:
    law = WatchedLaw(coupled, neurons=3, directions=2)
    law(state([1e-6, 1e-6, 1e-6]))
    assert np.isnan(law.squared_overlaps).all()
    law(state([0.8, 1e-6, 1e-6]))  # 0.8 * 0.9^4 is more than half of 0.8
    np.testing.assert_allclose(law.squared_overlaps[:, 0], [0.81, 0.04, 0.09])
    assert np.isnan(law.squared_overlaps[:, 1]).all()
    law(state([0.8, 1e-6, 1e-6], coordinates=0.95 * COORDINATES))
    np.testing.assert_allclose(law.squared_overlaps[:, 0], [0.81, 0.04, 0.09])


def test_the_forces_are_those_of_the_law() -> None:
    seen, plain = (law(state([0.5, 0.4, 0.1])) for law in (WatchedLaw(coupled, 3, 2), coupled))
    np.testing.assert_array_equal(seen.direction, plain.direction)
    np.testing.assert_array_equal(seen.load, plain.load)
