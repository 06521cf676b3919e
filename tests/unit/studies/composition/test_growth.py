"""What is needed, and how it grows, on planted numbers."""

import math

import numpy as np
import pytest

from compsparse.studies.composition.growth import growth_exponent, size_at_level

SIZES = np.array([16, 64, 256])


def test_between_two_sizes_the_logarithm_is_interpolated() -> None:
    assert size_at_level(SIZES, np.array([0.2, 0.85, 1.05]), 0.95) == pytest.approx(128)


def test_the_first_size_that_is_enough_counts() -> None:
    assert size_at_level(SIZES, np.array([0.2, 0.95, 0.5]), 0.95) == pytest.approx(64)
    assert size_at_level(SIZES, np.array([1.0, 1.0, 1.0]), 0.95) == 16


def test_never_reached_is_no_number() -> None:
    assert math.isnan(size_at_level(SIZES, np.array([0.2, 0.5, 0.94]), 0.95))


def test_who_does_not_arrive_counts_as_a_search() -> None:
    places = np.array([2.0, 4.0, 8.0])
    assert growth_exponent(places, 3 * places**2, 7.0) == pytest.approx(2)
    assert growth_exponent(places, np.array([1.0, math.nan, 3.0]), 7.0) == 7.0
