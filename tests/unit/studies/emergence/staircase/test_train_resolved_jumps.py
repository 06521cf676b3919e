"""Training with resolved jumps, as the step does it."""

from pathlib import Path
from typing import Any

import numpy as np

from compsparse.studies.emergence.staircase.isolated_neuron import emergence_time, relative_rise
from compsparse.studies.emergence.staircase.train_resolved_jumps import run
from compsparse.studies.emergence.starts.stored import read_starts
from compsparse.studies.emergence.teacher import PowerLawTeacher
from tests.unit.studies.emergence import training
from tests.unit.studies.emergence.conftest import Starts

PARAMS: dict[str, Any] = {
    "orders": [2, 3, 4],
    "exponent": 1.0,
    "initial_strength": 1e-6,
    "resolution": 0.2,
    "duration": 4.0,
}


def history(starts: Path, **changes: Any) -> dict[str, np.ndarray]:
    return training.history(run, {"starts": starts}, PARAMS | changes)


def test_every_order_jumps_as_sharply_as_an_isolated_neuron(starts: Starts) -> None:
    made = history(starts(directions=2, neurons=16), resolution=0.1)
    assert made["dimension"] == 10_000
    assert made["orders"].tolist() == [2, 3, 4]
    for name in ("begun", "aligned", "done", "start"):
        assert made[name].shape == (3, 2, 2)
        assert np.isfinite(made[name]).all()
    rise = (made["done"] - made["begun"]) / made["aligned"]
    for order, measured, start in zip(made["orders"], rise, made["start"], strict=True):
        np.testing.assert_allclose(measured, relative_rise(int(order), start), rtol=0.05)


def test_neurons_of_order_3_win_from_positive_overlaps_only(starts: Starts) -> None:
    made = history(starts(directions=4, neurons=32), orders=[3])
    assert np.all(made["start"] > 0)


def test_neurons_of_order_2_are_isolated_at_the_best_overlaps(starts: Starts) -> None:
    path = starts(directions=4, neurons=32)
    made = history(path, orders=[2], resolution=0.1)
    best = np.abs(read_starts(path).coordinates).max(axis=1)
    np.testing.assert_array_equal(made["start"][0], best)
    times = emergence_time(2, PowerLawTeacher(1.0, 4).amplitudes, best)
    np.testing.assert_allclose(made["aligned"][0], times, rtol=0.01)


def test_a_further_run_or_order_changes_no_other_one(starts: Starts) -> None:
    fewer = history(starts(directions=2, neurons=16, runs=1), orders=[4])
    more = history(starts(directions=2, neurons=16))
    np.testing.assert_array_equal(fewer["aligned"][0, 0], more["aligned"][2, 0])


def test_an_interrupted_training_goes_on_with_the_same_bytes(starts: Starts) -> None:
    places = training.resumed(run, {"starts": starts(directions=2, neurons=8)}, PARAMS)
    assert len(places) == 6
    assert places[-1] == "order 4, run 1 in part 6 of 6"
