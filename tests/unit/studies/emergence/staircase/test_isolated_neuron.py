import numpy as np
import pytest

from compsparse.studies.emergence.flow.population import escape_time
from compsparse.studies.emergence.staircase.isolated_neuron import (
    emergence_time,
    passage_time,
    relative_rise,
)


@pytest.mark.parametrize("order", [2, 3, 4, 5, 6])
def test_passage_times_are_the_integral_of_the_speed(order: int) -> None:
    low, high, amplitude = 0.01, 0.8, 0.3
    overlap = np.linspace(np.sqrt(low), np.sqrt(high), 200_001)
    slowness = 1 / (2 * order * amplitude * overlap ** (order - 1) * (1 - overlap**2))
    expected = np.trapezoid(slowness, overlap)
    found = passage_time(order, np.array(amplitude), np.array(low), np.array(high))
    assert found == pytest.approx(expected, rel=1e-7)


def test_order_2_is_logistic() -> None:
    time = passage_time(2, np.array(2.0), np.array(0.1), np.array(0.9))
    assert time == pytest.approx(2 * np.log(9) / 16)


@pytest.mark.parametrize("order", [3, 4])
def test_small_overlaps_give_the_escape_time(order: int) -> None:
    time = emergence_time(order, np.array(0.7), np.array(-1e-6))
    assert time == pytest.approx(escape_time(order, 0.7, 1e-6), rel=1e-4)


def test_jumps_sharpen_like_a_power_of_the_dimension_above_order_2() -> None:
    overlaps = np.array([1e-4, 1e-5])
    for order in (3, 4):
        coarse, fine = relative_rise(order, overlaps)
        assert np.log10(fine / coarse) == pytest.approx(-(order - 2), abs=1e-3)
    coarse, fine = relative_rise(2, overlaps)
    assert fine / coarse == pytest.approx(4 / 5, rel=1e-6)


def test_bad_arguments_are_refused() -> None:
    with pytest.raises(ValueError, match=r"low reaches from 0 to 0\.25"):
        emergence_time(4, np.ones(2), np.array([0.0, 0.5]))
    with pytest.raises(ValueError, match="high reaches from 1 to 1"):
        passage_time(4, np.array(1.0), np.array(0.5), np.array(1.0))
