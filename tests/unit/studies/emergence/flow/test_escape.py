"""The typical largest overlap and the longest escape time against closed forms and drawn starts."""

import math

import numpy as np
import pytest

from compsparse.studies.emergence.flow.escape import (
    longest_escape_time,
    typical_largest_overlap,
)
from compsparse.studies.emergence.starts.law import draw_teacher_overlaps
from compsparse.studies.emergence.starts.stored import Starts


def test_the_typical_largest_overlap_has_its_closed_form() -> None:
    assert typical_largest_overlap(2, 1) == pytest.approx(1.1774100225154747)  # sqrt(2 ln 2)
    assert typical_largest_overlap(1024, 1000) == pytest.approx(0.11774100225154747)


def test_a_single_neuron_counts_as_two() -> None:
    assert typical_largest_overlap(1, 50) == typical_largest_overlap(2, 50)


def test_drawn_starts_have_nearly_that_overlap() -> None:
    drawn = draw_teacher_overlaps(np.random.default_rng(0), 4096, 64, 10_000)
    largest = np.abs(drawn).max(axis=0).mean()
    assert largest == pytest.approx(typical_largest_overlap(4096, 10_000), rel=0.1)


def starts(neurons: int, dimension: int) -> Starts:
    return Starts(np.zeros((3, neurons, 2)), 2, dimension)


@pytest.mark.parametrize(
    ("order", "time"),
    [
        (3, 1 / (6 * 0.25 * math.sqrt(2 * math.log(2) / 100))),
        (4, 100 / (16 * 0.25 * 2 * math.log(2))),
    ],
)
def test_the_longest_escape_is_that_of_the_last_direction(order: int, time: float) -> None:
    amplitudes = np.array([0.5, 0.25])
    assert longest_escape_time(order, amplitudes, starts(2, 100)) == pytest.approx(time)
    # ten times the logarithm of the width in ten times the dimension is the same overlap
    assert longest_escape_time(order, amplitudes, starts(1024, 1000)) == pytest.approx(time)


def test_there_is_no_escape_at_order_2() -> None:
    with pytest.raises(ValueError, match="orders above 2"):
        longest_escape_time(2, np.array([0.5]), starts(2, 100))
