import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from compsparse.statistics.power_law import least_squares_slope, log_log_slope


def test_slope_by_hand() -> None:
    # centered x: -1, 0, 1; centered y: -2, -1, 3; 5 / 2
    assert least_squares_slope(np.array([0.0, 1.0, 2.0]), np.array([0.0, 1.0, 5.0])) == 2.5


@given(st.floats(-5, 5), st.floats(1e-3, 1e3), st.integers(2, 20))
def test_exponent_of_an_exact_power_law(exponent: float, factor: float, points: int) -> None:
    x = np.linspace(1.0, 7.0, points)
    assert log_log_slope(x, factor * x**exponent) == pytest.approx(exponent, abs=1e-9)


@given(st.floats(1e-6, 1e6), st.floats(1e-6, 1e6))
def test_exponent_does_not_depend_on_units(scale_x: float, scale_y: float) -> None:
    x, y = np.array([1.0, 2.0, 5.0]), np.array([3.0, 1.0, 0.7])
    expected = log_log_slope(x, y)
    assert log_log_slope(scale_x * x, scale_y * y) == pytest.approx(expected, abs=1e-8)


def test_unusable_points() -> None:
    one, two = np.array([1.0]), np.array([1.0, 2.0])
    with pytest.raises(ValueError, match="two different x"):
        least_squares_slope(one, one)
    with pytest.raises(ValueError, match="two different x"):
        least_squares_slope(np.array([1.0, 1.0]), two)
    with pytest.raises(ValueError, match="finite"):
        least_squares_slope(two, np.array([1.0, np.nan]))
    with pytest.raises(ValueError, match="positive"):
        log_log_slope(two, np.array([0.0, 1.0]))
