"""Exponents of single runs and their means."""

import numpy as np
import pytest

from compsparse.studies.emergence.scaling_law.exponents import loss_exponent, means_where_known

TIME = np.geomspace(1.0, 100.0, 2000)


def test_only_the_window_counts() -> None:
    loss = np.where(TIME < 10, TIME**-0.5, 10**1.5 * TIME**-2)
    assert loss_exponent(TIME, loss, 1.0, 9.9, 50) == pytest.approx(-0.5, abs=1e-3)
    assert loss_exponent(TIME, loss, 10.1, 100.0, 50) == pytest.approx(-2, abs=1e-3)


@pytest.mark.parametrize("window", [(0.5, 10.0), (10.0, 101.0), (10.0, 10.0), (10.0, np.inf)])
def test_a_window_beyond_the_times_is_refused(window: tuple[float, float]) -> None:
    with pytest.raises(ValueError, match="is not a part of the times that were kept"):
        loss_exponent(TIME, 1 / TIME, *window, 50)


def test_a_mean_is_over_the_runs_that_have_a_value() -> None:
    mean = means_where_known("test", np.array([1.0, np.nan, 3.0]))
    assert mean["test"].samples.tolist() == [1.0, 3.0]


def test_where_no_run_has_a_value_there_is_no_mean() -> None:
    assert not means_where_known("test", np.array([np.nan, np.nan]))
