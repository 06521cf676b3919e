"""Samples with and without locality: counted as a collector counts."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.circuits.coupon_collector import expected_batches, expected_draws
from compsparse.studies.circuits.local_steps import train_transition_samples
from compsparse.studies.circuits.local_steps.evaluate_global_transitions import (
    expected,
    run,
)
from tests.unit.studies.circuits.local_steps import steps
from workflow_engine.artifacts.arrays import read_arrays
from workflow_engine.artifacts.errors import ArtifactError

PARAMS: dict[str, Any] = {"root_seed": 5, "share": 0.99}


def test_whole_states_take_more_and_blocks_less_on_larger_grids(samples: dict[str, Any]) -> None:
    made: Any = run(samples, **PARAMS)
    metrics, table = made["metrics"]["circuits_global_transitions"], made["table"]
    assert metrics["whole_slope"]["value"] > 0.7
    assert metrics["block_slope"]["value"] < -0.6
    assert metrics["whole_over_calculated"]["value"] == pytest.approx(1.0, abs=0.5)
    assert metrics["block_over_calculated"]["value"] == pytest.approx(1.0, abs=0.5)
    assert len(table) == (2 + 3) * 4


def test_on_one_block_both_learners_expect_the_same() -> None:
    assert expected("whole", 4, 0.99) == expected_draws(16, 15, 15)
    assert expected("block", 4, 0.99) == pytest.approx(expected_draws(16, 15, 15))
    assert expected("block", 64, 0.99) == expected_batches(16, 15, 16)


def test_mean_counts_are_the_expected_ones() -> None:
    params = {**steps.SAMPLES, "runs": 300}
    made = steps.output(train_transition_samples.run, {}, params, "model")
    for learner in ("whole", "block"):
        for cells, states in zip(made[f"{learner}_cells"], made[f"{learner}_states"], strict=True):
            error = states.std() / np.sqrt(len(states))
            assert abs(states.mean() - expected(learner, int(cells), 0.99)) < 4 * error


def test_a_run_or_a_grid_more_changes_no_other_one(samples: dict[str, Any]) -> None:
    params = {**steps.SAMPLES, "runs": 2, "block_sides": [[4, 4]]}
    made = steps.output(train_transition_samples.run, {}, params, "model")
    whole = read_arrays(samples["model"])
    np.testing.assert_array_equal(made["block_states"][0], whole["block_states"][1, :2])
    np.testing.assert_array_equal(made["whole_states"], whole["whole_states"][:, :2])


def test_without_locality_every_learner_needs_whole_states() -> None:
    sides = [[2, 2], [2, 4], [2, 6]]
    params = {**steps.SAMPLES, "world": "independent_steps", "block_sides": sides}
    made = steps.output(train_transition_samples.run, {}, params, "model")
    assert (made["block_states"][1:] > 8 * made["block_states"][:-1]).all()
    assert (made["block_states"] > 2.0 ** made["block_cells"][:, None]).all()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"whole_cells": np.array([4, 0])}, "whole_cells counts 0; all are at least 1"),
        (
            {"block_states": np.ones((2, 4), dtype=np.int64)},
            "block_states has 2 entries along block_grid; block_cells has 3",
        ),
        ({"whole_states": np.ones((2, 4))}, "whole_states is float64"),
    ],
)
def test_unusable_counts_are_refused(
    samples: dict[str, Any], changes: dict[str, Any], message: str, tmp_path: Path
) -> None:
    arrays = {**read_arrays(samples["model"]), **changes}
    with pytest.raises(ArtifactError, match=message):
        run({"model": steps.stored(tmp_path / "counts.npz", arrays)}, **PARAMS)
