"""Pairs of histories with planted ratios of their times."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.emergence.mechanism.evaluate_sgd_against_flow import run

RUNS, DIRECTIONS, STEP_SIZE = 3, 4, 0.01
TIME = np.linspace(0.0, 40.0, 81)
STEP = np.arange(10, 2001, 10)  # to time 20
TIMES = np.array([1.0, 2.0, 4.0, 8.0])
PARAMS = {"root_seed": 5, "orders": [3], "step_sizes": [STEP_SIZE]}


def flow(folder: Path, **changes: Any) -> Path:
    arrays = {
        "time": TIME,
        "aligned": np.tile(TIMES, (RUNS, 1)),
        "alignment": np.tile(TIME[None, :, None] / 40.0, (RUNS, 1, DIRECTIONS)),
    }
    path = folder / "flow.npz"
    np.savez(path, **(arrays | changes))
    return path


def online(folder: Path, ratios: np.ndarray, **changes: Any) -> Path:
    arrays = {
        "step": STEP,
        "aligned": np.tile(TIMES * ratios / STEP_SIZE, (RUNS, 1)),
        "alignment": np.full((RUNS, len(STEP), DIRECTIONS), 0.25),
        "failed": np.array([-1, -1, 30]),
    }
    path = folder / "online.npz"
    np.savez(path, **(arrays | changes))
    return path


def compared(flow_path: Path, online_path: Path) -> Any:
    inputs: Any = {"flows": [flow_path], "onlines": [online_path]}
    return run(inputs, **PARAMS)


def values(made: Any) -> tuple[float, float]:
    metrics = made["metrics"]["emergence_sgd_against_flow"]
    assert {metric["n"] for metric in metrics.values()} == {RUNS}
    return metrics["order_3_median_ratio"]["value"], metrics["order_3_share_within"]["value"]


def test_planted_ratios_are_found(tmp_path: Path) -> None:
    made = compared(flow(tmp_path), online(tmp_path, np.array([0.9, 1.0, 1.1, 1.3])))
    assert values(made) == pytest.approx((1.05, 0.75))
    table = made["table"]
    curves = table[table["kind"] == "alignment"]
    assert len(curves) == DIRECTIONS * len(STEP)
    # the flow's curve at SGD's own times
    np.testing.assert_allclose(curves["flow"], curves["time"] / 40.0)
    failed = table[table["kind"] == "emergence"].groupby("run")["failed"].all()
    assert failed.tolist() == [False, False, True]


def test_a_direction_that_only_one_learns_counts_as_outside(tmp_path: Path) -> None:
    missed = online(tmp_path, np.array([1.0, 1.0, 1.0, np.nan]))
    assert values(compared(flow(tmp_path), missed)) == pytest.approx((1.0, 0.75))
    never = flow(tmp_path, aligned=np.tile([1.0, 2.0, 4.0, np.nan], (RUNS, 1)))
    assert values(compared(never, online(tmp_path, np.ones(4)))) == pytest.approx((1.0, 0.75))


def test_late_directions_and_those_aligned_at_the_start_are_not_compared(tmp_path: Path) -> None:
    # SGD ends at 20: after 16 it would not have had the time for a ratio of 1.25
    late = flow(tmp_path, aligned=np.tile([0.0, 2.0, 4.0, 16.5], (RUNS, 1)))
    made = compared(late, online(tmp_path, np.array([1.0, 1.0, 1.2, np.nan])))
    assert values(made) == pytest.approx((1.1, 1.0))
    rows = made["table"][made["table"]["kind"] == "emergence"]
    assert rows["compared"].astype(bool).tolist() == [False, True, True, False] * RUNS


def test_an_infinite_median_is_not_measured_but_the_share_is(tmp_path: Path) -> None:
    made = compared(flow(tmp_path), online(tmp_path, np.array([1.0, np.nan, np.nan, np.nan])))
    (metrics,) = made["metrics"].values()
    assert list(metrics) == ["order_3_share_within"]
    assert metrics["order_3_share_within"]["value"] == pytest.approx(0.25)


def test_what_cannot_be_compared_is_refused(tmp_path: Path) -> None:
    late = flow(tmp_path, aligned=np.full((RUNS, DIRECTIONS), 30.0))
    with pytest.raises(ValueError, match="learns no direction before SGD ends"):
        compared(late, online(tmp_path, np.full(4, np.nan)))
    inputs: Any = {"flows": [flow(tmp_path)], "onlines": [online(tmp_path, np.ones(4))]}
    with pytest.raises(ValueError, match="argument 2 is"):
        run(inputs, **(PARAMS | {"orders": [3, 4]}))
