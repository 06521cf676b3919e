"""Bounds by their formulas, and for which networks they are the same."""

from math import log, sqrt

import numpy as np
import pytest

from compsparse.studies.tickets.bounds.known import BOUNDS, NODE_BOUNDS, bounds, factors
from compsparse.studies.tickets.wired.shape import WIRINGS, network_shape

EVEN = np.full((64, 16), 0.25)  # |x| = 1, all inputs of one energy


@pytest.mark.parametrize("wiring", WIRINGS)
def test_bounds_for_norms_of_one(wiring: str) -> None:
    found = factors(network_shape(wiring, 16, 6), EVEN)
    assert set(found) == set(BOUNDS)
    assert found["theorem_5"] == pytest.approx(log(32) ** 2.5 * 2**2.5 / 8)
    assert found["filter"] == found["theorem_5"]
    assert found["frobenius"] == pytest.approx((sqrt(10 * log(2)) + 1) / 8)
    assert found["power_of_two"] == pytest.approx(2**4.5 / 8)
    # both ways to read sixteen inputs have a product of 16
    wanted = (1 + sqrt(2 * (5 * log(2) + log(16)))) / 8
    assert found["degree"] == pytest.approx(wanted)


def test_the_degree_form_counts_the_input_of_most_energy() -> None:
    shape, uneven = network_shape("right", 16, 6), EVEN.copy()
    uneven[:, 3] = 0.5
    ratio = factors(shape, uneven)["degree"] / factors(shape, EVEN)["degree"]
    assert ratio == pytest.approx(2)


def test_each_bound_has_its_own_norms() -> None:
    found = bounds(dict.fromkeys(BOUNDS, 2.0), np.array([3.0, 5.0]), np.array([1.0, 4.0]))
    assert found == {name: 8 if name in NODE_BOUNDS else 30 for name in BOUNDS}
