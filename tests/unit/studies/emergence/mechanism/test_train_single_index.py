"""Counting steps of the single-index chain."""

from typing import Any

import numpy as np
import pytest

from compsparse.studies.emergence.mechanism.train_single_index import run
from tests.unit.studies.emergence import training

PARAMS: dict[str, Any] = {
    "root_seed": 3,
    "seed_names": ["emergence", "test"],
    "order": 3,
    "dimensions": [12, 36],
    "step_constant": 0.1,
    "scale_step": False,
    "amplitudes": [1.0],
    "start": "fixed",
    "initial_strength": 0.001,
    "longest": 0.5,
    "runs": 32,
}


def history(**changes: Any) -> dict[str, np.ndarray]:
    return training.history(run, {}, PARAMS | changes)


def test_steps_grow_as_the_square_of_the_dimension_for_order_three() -> None:
    made = history(step_constant=0.05, longest=0.4, runs=64)
    assert not made["failed"].any()
    learned = np.nan_to_num(made["learned"][:, 0], nan=np.inf)
    median = np.median(learned, axis=1)
    slope = np.log(median[1] / median[0]) / np.log(3)
    assert slope == pytest.approx(2.0, abs=0.3)
    # the search is a large part of it; the flow from this start says 0.57
    searched = np.nan_to_num(made["searched"][1, 0], nan=np.inf)
    assert 0.4 < np.median(searched) / median[1] < 0.75


def test_a_dimension_more_changes_no_other_one() -> None:
    fewer, more = history(dimensions=[12], longest=0.2), history(longest=0.2)
    assert np.isfinite(fewer["learned"]).any()
    np.testing.assert_array_equal(fewer["learned"][0], more["learned"][0])


def test_amplitudes_beside_each_other_change_nothing() -> None:
    fewer = history(amplitudes=[0.5], dimensions=[12], longest=0.2)
    both = history(amplitudes=[1.0, 0.5], dimensions=[12], longest=0.2)
    assert np.isfinite(fewer["learned"]).any()
    np.testing.assert_array_equal(fewer["learned"][0, 0], both["learned"][0, 1])


def test_the_history_says_what_it_is_of() -> None:
    made = history(longest=0.002)
    assert made["order"] == 3
    assert made["step_constant"] == 0.1
    assert made["dimension"].tolist() == [12, 36]


def test_a_further_run_changes_no_earlier_one() -> None:
    few = history(dimensions=[12], longest=0.1, runs=4, start="random")
    more = history(dimensions=[12], longest=0.1, runs=6, start="random")
    np.testing.assert_array_equal(few["searched"], more["searched"][:, :, :4])


def test_an_interrupted_training_goes_on_with_the_same_bytes() -> None:
    changes = {"amplitudes": [1.0, 0.7], "longest": 0.2, "runs": 4, "dimensions": [12, 20]}
    assert len(training.resumed(run, {}, PARAMS | changes)) > 5


def test_a_run_is_given_up_at_its_own_step() -> None:
    longest = 0.2
    made = history(longest=longest)
    for row, dimension in enumerate((12, 36)):
        assert np.nanmax(made["learned"][row]) <= np.ceil(longest * dimension**2 / 0.1)


def test_runs_that_do_not_make_it_in_time_are_not_numbers() -> None:
    made = history(longest=0.002)
    assert np.isnan(made["learned"]).all()
    assert not made["failed"].any()


def test_large_steps_fail_and_are_counted() -> None:
    made = history(order=4, step_constant=20.0, dimensions=[12])
    assert made["failed"].any()
    assert np.isnan(made["learned"][made["failed"]]).all()


def test_random_starts_are_random() -> None:
    fixed, random = (history(dimensions=[20], start=start) for start in ("fixed", "random"))
    assert np.nanstd(np.log(random["learned"])) > np.nanstd(np.log(fixed["learned"]))


def test_another_start_is_refused() -> None:
    with pytest.raises(ValueError, match="start is 'far' in the plan"):
        history(start="far")
