"""The watched flow, as the step does it."""

from typing import Any

import numpy as np

from compsparse.studies.emergence.mechanism.train_winner_overlaps import largest_foreign, run
from tests.unit.studies.emergence import training
from tests.unit.studies.emergence.conftest import Starts

PARAMS: dict[str, Any] = {
    "order": 4,
    "exponent": 1.0,
    "neurons": 32,
    "initial_strength": 1e-6,
    "fraction": 0.05,
    "duration": 10.0,
}


def history(starts: Starts, **changes: Any) -> dict[str, np.ndarray]:
    return training.history(run, {"starts": starts()}, PARAMS | changes)


def test_each_direction_is_recovered_while_other_winners_are_far(starts: Starts) -> None:
    made = history(starts)
    assert made["foreign"].shape == made["foreign_start"].shape == (2, 8)
    assert np.all(made["foreign"] < 0.5)
    assert np.all((made["foreign_start"] > 0) & (made["foreign_start"] < 3e-3))


def test_no_overlap_where_no_direction_is_recovered(starts: Starts) -> None:
    made = history(starts, duration=0.01)
    assert np.isnan(made["foreign"]).all()
    assert np.isnan(made["foreign_start"]).all()  # no neuron stands on a direction


def test_the_own_winner_of_a_direction_does_not_count() -> None:
    squares = np.array([[0.9, 0.2, 0.05], [0.3, 0.8, 0.01], [0.7, 0.7, 0.7]])
    foreign = largest_foreign(squares, np.array([0, 1]), np.array([0, 1]))
    np.testing.assert_allclose(foreign, [0.3, 0.2, 0.05])
    alone = largest_foreign(squares, np.array([0]), np.array([0]))
    np.testing.assert_array_equal(alone, [np.nan, 0.2, 0.05])


def test_an_interrupted_training_keeps_finished_runs(starts: Starts) -> None:
    places = training.resumed(run, {"starts": starts(runs=3)}, PARAMS | {"fraction": 0.1})
    assert [place.split(" in ")[-1] for place in places] == [f"part {n} of 3" for n in (1, 2, 3)]
