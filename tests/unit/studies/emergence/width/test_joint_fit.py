"""Fits of one law to all times and widths."""

from collections.abc import Callable

import numpy as np
import pytest

from compsparse.studies.emergence.width.joint_fit import JointFit, fit_larger, fit_sum

TIME, NEURONS = (
    axis.ravel() for axis in np.meshgrid(np.linspace(0, 8, 30), np.log([2.0, 4, 8, 16, 32]))
)
ONE, OTHER = 1.0 - 0.6 * TIME, 0.5 - 0.9 * NEURONS


@pytest.mark.parametrize(
    ("fit", "loss"),
    [
        (fit_larger, np.maximum(ONE, OTHER)),
        (fit_sum, np.logaddexp(ONE, OTHER)),
        (fit_sum, np.logaddexp(np.logaddexp(ONE, OTHER), -3.0)),
    ],
)
def test_planted_exponents_are_found(fit: Callable[..., JointFit], loss: np.ndarray) -> None:
    found = fit(TIME, NEURONS, loss)
    assert found.time_exponent == pytest.approx(0.6, abs=1e-3)
    assert found.width_exponent == pytest.approx(0.9, abs=1e-3)
    assert found.error < 1e-3


def test_each_form_misses_the_data_of_the_other() -> None:
    larger, both = np.maximum(ONE, OTHER), np.logaddexp(ONE, OTHER)
    assert fit_sum(TIME, NEURONS, larger).error > 0.02
    assert fit_larger(TIME, NEURONS, both).error > 0.02


def test_data_that_decide_nothing_are_refused() -> None:
    with pytest.raises(ValueError, match="two widths and six points; there are 1"):
        fit_larger(TIME, np.zeros_like(NEURONS), ONE)
    with pytest.raises(ValueError, match="finite logarithms"):
        fit_sum(TIME, NEURONS, np.where(TIME > 3, np.nan, ONE))
