"""Counts of states against listing them all."""

import math
from itertools import product

import numpy as np
import pytest

from compsparse.studies.regime.volume.evaluate_volume_ratio import (
    least_depth,
    log10_ratio,
    log10_ratios,
)

WIDTHS = (3, 6, 12, 24, 48, 96, 192)
DEPTHS = range(1, 10)


def listed(width: int, depth: int, primitives: int) -> float:
    """The share of states with exactly P live units in every layer, by listing all states."""
    layers = [live for live in product((0, 1), repeat=width) if any(live)]
    states = list(product(layers, repeat=depth))
    return sum(all(sum(live) == primitives for live in state) for state in states) / len(states)


@pytest.mark.parametrize(
    ("width", "depth", "primitives"), [(2, 2, 2), (3, 2, 3), (3, 3, 2), (4, 2, 3), (4, 3, 1)]
)
def test_the_ratio_is_the_share_of_listed_states(width: int, depth: int, primitives: int) -> None:
    ratio = 10 ** log10_ratio(width, depth, primitives)
    assert ratio == pytest.approx(listed(width, depth, primitives), rel=1e-12)
    assert ratio > 0


def test_one_layer_of_three_primitives() -> None:
    shares = {width: 10 ** (log10_ratio(width, 2, 3) / 2) for width in WIDTHS}
    assert shares[3] == pytest.approx(1 / 7) and shares[6] == pytest.approx(20 / 63)
    assert shares[12] == pytest.approx(220 / 4095)
    assert shares[24] == pytest.approx(1.2e-4, rel=0.01)
    assert shares[48] == pytest.approx(6.1e-11, rel=0.01)


def test_the_sweet_spot_is_six_units_at_the_least_depth_that_suffices() -> None:
    grid = log10_ratios(3, WIDTHS, DEPTHS)
    assert grid.shape == (7, 9) and np.isinf(grid[:, 0]).all() and np.isfinite(grid[:, 1:]).all()
    width, depth = np.unravel_index(grid.argmax(), grid.shape)
    assert (WIDTHS[width], DEPTHS[depth]) == (6, 2)
    assert (np.diff(grid[:, 1:], axis=1) < 0).all()


def test_numbers_too_small_for_floats_keep_their_logarithm() -> None:
    expected = 9 * (math.log10(math.comb(192, 3)) - 192 * math.log10(2))
    assert log10_ratio(192, 9, 3) == pytest.approx(expected, rel=1e-13)
    assert 10.0**expected == 0.0


def test_least_depths_and_widths() -> None:
    assert [least_depth(p) for p in (1, 2, 3, 4, 5, 8, 9)] == [0, 1, 2, 2, 3, 3, 4]
    assert log10_ratio(2, 4, 3) == -math.inf
