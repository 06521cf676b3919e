"""Kept weights: interpolation, and runs that are not prunable."""

from pathlib import Path

import numpy as np
import pytest

from compsparse.studies.tickets.pruning.kept import fall, kept_rows
from tests.unit.studies.tickets.planted import rounds_file

COUNTS = np.array([100.0, 50.0, 20.0, 10.0])


def kept_count(counts: np.ndarray, scores: np.ndarray, loss: float) -> float:
    return fall(counts, scores, loss).size


def test_the_crossing_lies_between_the_rounds_around_it() -> None:
    scores = np.array([1.0, 1.0, 0.99, 0.97])
    # half way between 20 and 10 in the logarithm
    assert kept_count(COUNTS, scores, 0.02) == pytest.approx(np.sqrt(200))


def test_a_round_right_at_the_limit_is_good() -> None:
    assert kept_count(COUNTS, np.array([1.0, 1.0, 0.5, 0.0]), 0.5) == pytest.approx(20)


def test_a_first_round_that_falls_short_is_not_prunable() -> None:
    assert np.isnan(kept_count(COUNTS, np.array([1.0, 0.9, 1.0, 1.0]), 0.02))


def test_the_first_fall_counts_not_a_later_recovery() -> None:
    assert kept_count(COUNTS, np.array([1.0, 1.0, 0.5, 1.0]), 0.02) > 20


def test_a_run_that_never_falls_keeps_the_last_count() -> None:
    assert kept_count(COUNTS, np.ones(4), 0.02) == 10


def test_a_score_that_is_no_number_falls_short() -> None:
    assert kept_count(COUNTS, np.array([1.0, 1.0, np.nan, np.nan]), 0.02) == pytest.approx(50)


def test_counts_that_grow_are_refused() -> None:
    with pytest.raises(ValueError, match="Sizes of rounds must decrease"):
        kept_count(COUNTS[::-1], np.ones(4), 0.02)


def test_the_last_good_round_and_whether_one_fell_short() -> None:
    assert fall(COUNTS, np.array([1.0, 1.0, 0.5, 1.0]), 0.02).last_good == 1
    assert fall(COUNTS, np.array([1.0, 0.5, 0.5, 1.0]), 0.02).last_good == 0
    ends = fall(COUNTS, np.ones(4), 0.02)
    assert (ends.last_good, ends.fell) == (3, False)


def test_a_dense_network_without_a_score_is_refused() -> None:
    with pytest.raises(ValueError, match="dense network has no score"):
        fall(COUNTS, np.array([np.nan, 1.0, 1.0, 1.0]), 0.02)


def test_rows_say_what_is_prunable(tmp_path: Path) -> None:
    path = rounds_file(tmp_path / "rounds.npz", [8, 64, 2])
    rows = kept_rows(path, {"arity": 4}, 0.02)
    assert [row["prunable"] for row in rows] == [True, False, True]
    assert [row["kept"] for row in rows] == pytest.approx([8, 45, 2], rel=1e-6)
    assert [row["share"] for row in rows] == pytest.approx([8 / 64, 45 / 64, 2 / 64], rel=1e-6)
    assert {row["arity"] for row in rows} == {4}
    assert all(row["kept"] == 2 for row in kept_rows(path, {}, 0.02, "learned"))
