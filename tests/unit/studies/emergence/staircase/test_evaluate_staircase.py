from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.emergence.staircase import evaluate_staircase, render_staircase
from compsparse.studies.emergence.teacher import PowerLawTeacher
from tests.unit.studies.emergence.staircase.conftest import WriteHistory, planted

TIMES = np.arange(1.0, 13.0) * np.array([[1.0], [1.5], [2.0]])
PARAMS: dict[str, Any] = {"root_seed": 0, "exponent": 1.0, "window": (2, 6)}


def evaluated(path: Path, **changes: Any) -> tuple[pd.DataFrame, dict[str, dict[str, float]]]:
    outputs: Any = evaluate_staircase.run({"history": path}, **{**PARAMS, **changes})
    return outputs["table"], outputs["metrics"]["emergence_staircase"]


def test_a_loss_that_is_the_sum_over_unlearned_directions(write_history: WriteHistory) -> None:
    _, metrics = evaluated(write_history(TIMES))
    assert metrics["tread_difference"]["value"] == pytest.approx(0, abs=1e-12)
    assert metrics["tread_difference"]["n"] == 3
    assert metrics["rank_correlation"]["value"] == 1
    assert metrics["learned_share"] == {"value": 1.0, "low": 1.0, "high": 1.0, "n": 3}


def test_a_planted_difference_is_found_in_the_window_only(write_history: WriteHistory) -> None:
    whole = planted(TIMES)
    off = np.exp(np.where(whole["time"] > 2.0 * TIMES[:, 6:7], 0.5, -0.07))
    _, metrics = evaluated(write_history(TIMES, loss=whole["loss"] * off))
    assert metrics["tread_difference"]["value"] == pytest.approx(0.07)


def test_reversed_directions_have_the_correlation_minus_one(write_history: WriteHistory) -> None:
    _, metrics = evaluated(write_history(TIMES[:, ::-1].copy()))
    assert metrics["rank_correlation"]["value"] == pytest.approx(-1)


def test_what_is_never_learned_comes_last_and_counts_in_the_share(
    write_history: WriteHistory,
) -> None:
    times = TIMES.copy()
    times[1, -1] = np.nan
    _, metrics = evaluated(write_history(times))
    assert metrics["learned_share"]["value"] == pytest.approx(11 / 12)
    assert metrics["rank_correlation"]["value"] == 1
    assert evaluate_staircase.rank_correlation(np.array([np.nan, 1.0, 2.0])) == pytest.approx(-0.5)


def test_the_sum_of_unlearned_directions() -> None:
    teacher = PowerLawTeacher(1.0, 3)
    left = evaluate_staircase.unlearned(
        teacher, np.array([1.0, np.nan, 3.0]), np.array([0.5, 2.0, 3.0])
    )
    a = teacher.amplitudes**2
    np.testing.assert_allclose(left, [1.0, a[1] + a[2] + teacher.tail, a[1] + teacher.tail])


def test_the_table_draws_the_same_curves_with_fewer_points(write_history: WriteHistory) -> None:
    table, _ = evaluated(write_history(TIMES))
    assert list(table) == list(render_staircase.run.columns)
    assert set(table[table["curve"] == "loss"]["run"]) == {0, 1, 2}
    drawn = table[table["curve"] == "alignment"]
    assert set(drawn["rank"]) == set(range(1, 13))
    assert len(drawn) < 12 * 10
    whole = planted(TIMES)
    for rank, rows in drawn.groupby("rank"):
        shown = np.interp(whole["time"], rows["time"], rows["value"])
        np.testing.assert_allclose(shown, whole["alignment"][0, :, int(str(rank)) - 1])
    steps = table[table["curve"] == "unlearned"]
    before = np.searchsorted(steps["time"], whole["time"], side="right") - 1
    np.testing.assert_allclose(steps["value"].to_numpy()[before], whole["loss"][0])
    emergences = table[table["curve"] == "emergence"]
    np.testing.assert_array_equal(emergences["time"], TIMES[0])


def test_windows_without_emergences_are_refused(write_history: WriteHistory) -> None:
    path = write_history(TIMES)
    # fewer directions than the window asks for: nothing to compare, the rest is measured
    _, metrics = evaluated(path, window=(2, 13))
    assert set(metrics) == {"learned_share", "rank_correlation"}
    with pytest.raises(ValueError, match="from emergence 4 to 4"):
        evaluated(path, window=(4, 4))
    with pytest.raises(ValueError, match="two different times"):
        evaluate_staircase.rank_correlation(np.full(4, np.nan))
