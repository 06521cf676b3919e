"""Counting steps of the single-index chain."""

from typing import Any

import numpy as np
import pytest

from compsparse.studies.emergence.train.single_index import run

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
    made = run({}, {**PARAMS, **changes})["history"]
    assert isinstance(made, dict)
    return made


def test_steps_grow_as_the_square_of_the_dimension_for_order_three() -> None:
    made = history()
    assert not made["failed"].any()
    learned = np.nan_to_num(made["learned"][:, 0], nan=np.inf)
    median = np.median(learned, axis=1)
    slope = np.log(median[1] / median[0]) / np.log(3)
    assert slope == pytest.approx(2.0, abs=0.3)
    # the search is most of it: weak recovery takes longer than everything after it
    searched = np.nan_to_num(made["searched"][1, 0], nan=np.inf)
    assert np.median(searched) > 0.5 * median[1]


def test_a_dimension_more_changes_no_other_one() -> None:
    one = history(dimensions=[12])
    np.testing.assert_array_equal(one["learned"][0], history()["learned"][0])


def test_runs_that_do_not_make_it_in_time_are_not_numbers() -> None:
    made = history(longest=0.002)
    assert np.isnan(made["learned"]).all()
    assert not made["failed"].any()


def test_large_steps_fail_and_are_counted() -> None:
    made = history(order=4, step_constant=20.0, dimensions=[12])
    assert made["failed"].any()
    assert np.isnan(made["learned"][made["failed"]]).all()


def test_random_starts_are_random() -> None:
    fixed, random = history(dimensions=[24]), history(dimensions=[24], start="random")
    assert np.nanstd(np.log(random["learned"])) > np.nanstd(np.log(fixed["learned"]))


def test_another_start_is_refused() -> None:
    with pytest.raises(ValueError, match="start is 'far'; allowed"):
        history(start="far")
