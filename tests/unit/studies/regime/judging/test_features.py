"""Orthogonality of units with known answers."""

import numpy as np
import pytest

from compsparse.studies.regime.judging.measures import live_units, orthogonality
from compsparse.studies.regime.network.shape import LayeredShape

WAVES = np.array([np.cos(np.pi * k * (np.arange(64) + 0.5) / 64) for k in range(1, 5)])
ALL = np.ones((1, 4), dtype=bool)


def test_waves_are_orthogonal_whatever_their_means() -> None:
    maps = [2 * WAVES + 5]
    assert orthogonality(maps, ALL) == pytest.approx(1)


def test_copies_are_not() -> None:
    maps = [WAVES[:1] * np.array([[1], [-2], [3], [0.5]])]
    assert orthogonality(maps, ALL) == pytest.approx(0)


def test_a_pair_at_a_known_angle() -> None:
    pair = np.stack([WAVES[0], 0.6 * WAVES[0] + 0.8 * WAVES[1]])
    live = np.ones((1, 2), dtype=bool)
    assert orthogonality([pair], live) == pytest.approx(0.4)


def test_constant_and_dead_units_and_layers_of_one_are_left_out() -> None:
    pair = np.stack([WAVES[0], WAVES[1], WAVES[0], np.ones(64)])
    live = np.array([[True, True, False, True], [True, False, False, True]])
    assert orthogonality([pair, pair], live) == pytest.approx(1)
    assert np.isnan(orthogonality([pair], live[1:]))


def test_live_units_have_a_weight_in_and_out() -> None:
    shape = LayeredShape.from_units(2, {"identity": 2})
    mask = np.zeros(shape.weights, dtype=np.bool_)
    mask[[0, 8, 12]] = True  # x -> unit 0 -> unit 0 -> hue
    mask[[5, 15]] = True  # into unit 1 of layer 1; out of unit 1 of layer 2
    np.testing.assert_array_equal(live_units(shape, mask), [[True, False], [True, False]])
