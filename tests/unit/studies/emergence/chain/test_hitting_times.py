"""Hitting times against a run followed by hand."""

import numpy as np

from compsparse.studies.emergence.chain.hitting_times import Cell, hitting_times
from compsparse.studies.emergence.chain.single_index import draw_inputs, follow, initial_state


def generators(offset: int, runs: int = 3) -> list[np.random.Generator]:
    return [np.random.default_rng(offset + run) for run in range(runs)]


def cell(dimension: int, give_up: int, step_size: float = 0.003) -> Cell:
    return Cell(
        dimension, 1.0, step_size, give_up, "fixed", 0.001, generators(0), generators(dimension)
    )


def test_they_are_the_first_steps_above_the_levels() -> None:
    times = hitting_times([cell(8, 1024)], 3)
    samples = generators(8)
    state = initial_state(generators(0), "fixed", 8, 0.001)
    squares = []
    for _ in range(4):
        path = follow(state, draw_inputs(samples, 256, [8] * 3, [0.0] * 3), 3, 1.0, 0.003)
        state = path.last(np.arange(3))
        squares.append(path.overlap**2)
    square = np.concatenate(squares)
    for level, counted in ((0.1, times.searched), (0.5, times.learned)):
        above = square > level
        expected = np.where(above.any(axis=0), above.argmax(axis=0) + 1.0, np.nan)
        np.testing.assert_array_equal(counted[0], expected)
    assert np.isfinite(times.learned).any()
    assert not times.failed.any()


def test_cells_that_end_at_other_steps_stay_apart() -> None:
    alone = hitting_times([cell(12, 1500)], 3)
    beside = hitting_times([cell(8, 100), cell(12, 1500)], 3)
    np.testing.assert_array_equal(alone.learned[0], beside.learned[1])
    assert not (beside.learned[0] > 100).any()
    assert not (beside.searched[0] > 100).any()


def test_an_overflow_before_the_end_is_a_failure_and_no_hit() -> None:
    times = hitting_times([cell(8, 1000, step_size=5.0)], 4)
    assert times.failed.any()
    assert np.isnan(times.learned[times.failed]).all()
