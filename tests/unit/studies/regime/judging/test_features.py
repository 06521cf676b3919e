"""Orthogonality, effective rank and interference of features with known answers and bounds."""

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from compsparse.studies.regime.judging.features import (
    effective_rank,
    interference,
    live_units,
    orthogonality,
)
from compsparse.studies.regime.network.shape import LayeredShape

WAVES = np.array([np.cos(np.pi * k * (np.arange(64) + 0.5) / 64) for k in range(1, 5)])
ALL = np.ones((1, 4), dtype=bool)


def test_waves_are_orthogonal_of_full_rank_whatever_their_means() -> None:
    maps = [2 * WAVES + 5]
    assert orthogonality(maps, ALL) == pytest.approx(1)
    assert effective_rank(maps, ALL) == pytest.approx(1)


def test_copies_are_not() -> None:
    maps = [WAVES[:1] * np.array([[1], [-2], [3], [0.5]])]
    assert orthogonality(maps, ALL) == pytest.approx(0)
    assert effective_rank(maps, ALL) == pytest.approx(1 / 4)


def test_a_pair_at_a_known_angle() -> None:
    pair = np.stack([WAVES[0], 0.6 * WAVES[0] + 0.8 * WAVES[1]])
    live = np.ones((1, 2), dtype=bool)
    assert orthogonality([pair], live) == pytest.approx(0.4)
    entropy = -(0.8 * np.log(0.8) + 0.2 * np.log(0.2))  # eigenvalues 1 +- 0.6 of a trace of 2
    assert effective_rank([pair], live) == pytest.approx(np.exp(entropy) / 2)


def test_constant_and_dead_units_and_layers_of_one_are_left_out() -> None:
    pair = np.stack([WAVES[0], WAVES[1], WAVES[0], np.ones(64)])
    live = np.array([[True, True, False, True], [True, False, False, True]])
    assert orthogonality([pair, pair], live) == pytest.approx(1)
    assert np.isnan(orthogonality([pair], live[1:]))
    assert np.isnan(effective_rank([pair], live[1:]))
    with pytest.raises(ValueError, match="layers"):
        orthogonality([pair], live)


def test_live_units_have_a_weight_in_and_out() -> None:
    shape = LayeredShape.from_units(2, {"identity": 2})
    mask = torch.zeros(shape.weights, dtype=torch.bool)
    mask[[0, 8, 12]] = True  # x -> unit 0 -> unit 0 -> hue
    mask[[5, 15]] = True  # into unit 1 of layer 1; out of unit 1 of layer 2
    np.testing.assert_array_equal(live_units(shape, mask), [[True, False], [True, False]])


@settings(max_examples=50)
@given(st.integers(2, 30), st.integers(1, 12), st.integers(0, 2**32 - 1), st.booleans())
def test_interference_is_never_below_the_bounds(m: int, w: int, seed: int, sparse: bool) -> None:
    random = np.random.default_rng(seed)
    features = random.normal(size=(m, w))
    if sparse:
        features *= random.random((m, w)) < 0.4
        features[np.arange(m), random.integers(w, size=m)] += 1
    found = interference(features)
    assert found.squares >= found.least_squares - 1e-9
    assert found.largest >= found.least_largest - 1e-9
    assert (found.least_squares > 0) == (m > w)


def test_frames_that_reach_the_bounds() -> None:
    angles = 2 * np.pi * np.arange(3) / 3  # three vectors at 120 degrees in the plane
    found = interference(np.stack([np.cos(angles), np.sin(angles)], axis=1))
    assert found.squares == pytest.approx(found.least_squares) == pytest.approx(1.5)
    assert found.largest == pytest.approx(found.least_largest) == pytest.approx(0.5)
    orthogonal = interference(np.eye(4))
    assert orthogonal.squares == orthogonal.largest == orthogonal.least_squares == 0


def test_features_of_length_zero_are_refused() -> None:
    with pytest.raises(ValueError, match="none of them zero"):
        interference(np.array([[1.0, 0], [0, 0]]))
