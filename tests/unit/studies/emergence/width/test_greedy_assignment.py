"""Pairs of neurons and directions, in the order of their escape."""

import numpy as np
import pytest

from compsparse.studies.emergence.flow.forces import coupled
from compsparse.studies.emergence.flow.integrate import integrate
from compsparse.studies.emergence.flow.population import escape_time
from compsparse.studies.emergence.starts.law import draw_teacher_overlaps
from compsparse.studies.emergence.teacher import PowerLawTeacher
from compsparse.studies.emergence.width.greedy_assignment import assign

AMPLITUDES = np.array([1.0, 0.5, 0.25])


def test_the_earliest_pair_is_made_first_and_leaves() -> None:
    # both neurons would go to direction 0; the second one is farther and must take another
    overlaps = np.array([[0.10, 0.01, 0.01], [0.09, 0.02, 0.08]])
    made = assign(4, AMPLITUDES, overlaps, 1e-6)
    assert made.directions.tolist() == [0, 2]
    growth = np.log(AMPLITUDES[[0, 2]] / 1e-6) / (8 * AMPLITUDES[[0, 2]])
    escapes = [escape_time(4, 1.0, 0.10), escape_time(4, 0.25, 0.08)]
    np.testing.assert_allclose(made.times, escapes + growth)


def test_signs_matter_for_odd_orders_only() -> None:
    overlaps = np.array([[-0.1, 0.01, 0.0]])
    assert assign(4, AMPLITUDES, overlaps, 1e-6).directions.tolist() == [0]
    assert assign(3, AMPLITUDES, overlaps, 1e-6).directions.tolist() == [1]
    assert not len(assign(3, AMPLITUDES, -np.abs(overlaps), 1e-6).directions)


def test_more_neurons_than_directions_take_all() -> None:
    overlaps = draw_teacher_overlaps(np.random.default_rng(1), 9, 3, 1000)
    made = assign(4, AMPLITUDES, overlaps, 1e-6)
    assert sorted(made.directions) == [0, 1, 2]
    assert made.times.shape == (3,)


def test_the_flow_makes_the_same_pairs_at_the_same_times() -> None:
    teacher = PowerLawTeacher(1.0, 16)
    start = draw_teacher_overlaps(np.random.default_rng(5), 8, 16, 10_000)
    made = assign(4, teacher.amplitudes, start, 1e-6)
    end = 1.5 * float(made.times.max())
    history = integrate(coupled, 4, teacher.amplitudes, start, 1e-6, end, 0.01)
    learned = history.recovered[-1] > 0.5
    assert set(np.flatnonzero(learned)) == set(made.directions)
    crossed = history.time[(history.recovered > 0.5).argmax(axis=0)]
    np.testing.assert_allclose(crossed[made.directions], made.times, rtol=0.06)


@pytest.mark.parametrize("strength", [0.0, 0.25])
def test_a_strength_that_does_not_grow_is_refused(strength: float) -> None:
    with pytest.raises(ValueError, match="between 0 and the smallest amplitude"):
        assign(4, AMPLITUDES, np.full((2, 3), 0.1), strength)


def test_an_order_without_an_escape_time_is_refused() -> None:
    with pytest.raises(ValueError, match="orders above 2"):
        assign(2, AMPLITUDES, np.full((2, 3), 0.1), 1e-6)
