"""Reading what runs reach from a history."""

from typing import Any

import numpy as np
import pytest

from compsparse.studies.emergence.sample_complexity.targets import remaining_loss, targets
from compsparse.studies.emergence.teacher import PowerLawTeacher
from tests.unit.studies.emergence.sample_complexity.conftest import DIRECTIONS, RUNS, Write
from workflow_engine.artifacts.errors import ArtifactError


@pytest.mark.parametrize("exponent", [0.75, 1.0, 1.5])
def test_the_level_lies_between_before_and_after_the_direction(exponent: float) -> None:
    rank = np.arange(1, 9)
    level = remaining_loss(exponent, rank)
    for p, loss in zip(rank, level, strict=True):
        after = PowerLawTeacher(exponent, int(p))
        assert after.tail < loss < after.tail + after.amplitudes[-1] ** 2


def test_samples_are_steps_times_the_batch(write: Write) -> None:
    table = targets(write(2))
    run = table[table["run"] == 1].set_index("target")
    assert len(table) == RUNS * DIRECTIONS
    np.testing.assert_allclose(run["aligned"], 20.0 * np.arange(1, 9))
    # the loss is its level's p^-1, and falls as 1 / n from there
    np.testing.assert_allclose(run["reached"], 200.0 * np.arange(1, 9), rtol=1e-9)
    assert set(table["overflowed"]) == {0}


def test_a_late_direction_holds_back_the_weaker_ones(write: Write) -> None:
    aligned = np.tile(np.array([1.0, 9.0, 5.0, np.nan, 2.0, 2.0, 2.0, 2.0]), (RUNS, 1))
    run = targets(write(1, aligned=aligned)).query("run == 0")
    np.testing.assert_array_equal(run["all_aligned"], [4.0, 36.0, 36.0, *[np.nan] * 5])


def test_an_overflow_reaches_nothing_more(write: Write) -> None:
    step = np.array([10, 20, 40, 80])
    loss = np.array([[1.0, 0.25, np.nan, np.nan]] * RUNS)
    table = targets(write(1, step=step, loss=loss, failed=np.full(RUNS, 40)))
    reached = table[table["run"] == 0].set_index("target")["reached"]
    assert reached[1:2].notna().all()
    assert reached.loc[3:].isna().all()
    assert set(table["overflowed"]) == {1}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"loss": np.full((RUNS, 3), 1.0)}, "3 entries along logged"),
        ({"aligned": np.ones(8)}, "float64 \\[run, direction\\]"),
        ({"step": np.array([1, 2]), "loss": np.array([[1.0, np.nan]] * RUNS)}, "not a number"),
        ({"step": np.array([1, 2]), "loss": np.array([[1.0, -1e-9]] * RUNS)}, "zero or below"),
        (
            {
                "step": np.array([1, 2]),
                "loss": np.full((RUNS, 2), np.nan),
                "failed": np.ones(RUNS, dtype=np.int64),
            },
            "before anything was seen",
        ),
    ],
)
def test_what_is_no_history_is_refused(write: Write, change: dict[str, Any], message: str) -> None:
    with pytest.raises(ArtifactError, match=message):
        targets(write(1, **change))
