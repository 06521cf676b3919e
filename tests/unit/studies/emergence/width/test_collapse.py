"""The spread of curves, before and after rescaling."""

import numpy as np
import pytest

from compsparse.studies.emergence.width.collapse import LogCurve, remaining_spread, rescaled, spread

AXIS = np.linspace(0.0, 10.0, 101)


def test_spread_is_the_deviation_where_two_curves_have_points() -> None:
    low, high = (AXIS, np.zeros(101)), (AXIS + 5, np.full(101, 3.0))
    assert spread([low, high]) == pytest.approx(1.5)
    assert spread([low, low]) == 0


def test_curves_without_a_common_time_are_refused() -> None:
    loss = np.zeros(101)
    with pytest.raises(ValueError, match="a time in common"):
        spread([(AXIS, loss), (AXIS + 20.0, loss)])


def test_the_laws_own_curves_collapse_and_others_do_not() -> None:
    def curve(neurons: int, exponent: float) -> LogCurve:
        master = np.maximum((1 - 2 * exponent) / exponent * (AXIS - 3), 0)
        time, loss = rescaled((np.zeros(1), np.zeros(1)), neurons, exponent)
        return AXIS - time[0], master - loss[0]

    curves = [(neurons, curve(neurons, 1.0)) for neurons in (2, 8, 32)]
    assert remaining_spread(curves, 1.0) == pytest.approx(0, abs=1e-9)
    assert remaining_spread(curves, 1.5) > 0.3


def test_equal_curves_have_no_spread_to_remove() -> None:
    curve = (AXIS, -AXIS)
    with pytest.raises(ValueError, match="no spread"):
        remaining_spread([(2, curve), (4, curve)], 1.0)
