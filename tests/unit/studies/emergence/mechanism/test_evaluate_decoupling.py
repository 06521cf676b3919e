"""Flows with planted times and losses."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.emergence.mechanism.evaluate_decoupling import run

RUNS, DIRECTIONS = 3, 16
RANKS = np.arange(1.0, DIRECTIONS + 1)
TIME = np.geomspace(1.0, 300.0, 50)
PARAMS = {"root_seed": 5, "exponent": 1.25}


def flow(folder: Path, name: str, **changes: Any) -> Path:
    """Times 10 p^1.25, another unit of time in each run, and a loss that falls as 1/t."""
    unit = 1.0 + 0.1 * np.arange(RUNS)[:, None]
    arrays = {
        "time": TIME,
        "loss": np.repeat(1.0 / TIME[None], RUNS, axis=0),
        "aligned": 10.0 * unit * RANKS**1.25,
    }
    path = folder / f"{name}.npz"
    np.savez(path, **(arrays | changes))
    return path


def compared(folder: Path, **changes: Any) -> Any:
    inputs: Any = {
        "coupled": flow(folder, "coupled", **changes),
        "decoupled": flow(folder, "decoupled"),
    }
    return run(inputs, **PARAMS)


def test_planted_differences_and_the_exponent_are_found(tmp_path: Path) -> None:
    aligned = np.load(flow(tmp_path, "plain"))["aligned"]
    aligned[:, 4] *= 0.98  # the direction that differs most
    aligned[:, 7] *= 1.01
    loss = np.repeat(np.exp(0.02) / TIME[None], RUNS, axis=0)
    made = compared(tmp_path, aligned=aligned, loss=loss)
    metrics = made["metrics"]["emergence_decoupling"]
    assert metrics["largest_time_difference"]["value"] == pytest.approx(0.02)
    assert metrics["mean_log_loss_difference"]["value"] == pytest.approx(0.02)
    assert metrics["learned_alike"]["value"] == 1.0
    assert metrics["decoupled_exponent"]["value"] == pytest.approx(1.25)
    assert {metric["n"] for metric in metrics.values()} == {RUNS}
    table = made["table"]
    assert dict(table["kind"].value_counts()) == {
        "emergence": RUNS * DIRECTIONS,
        "loss": RUNS * len(TIME),
    }
    assert (table["exponent"] == 1.25).all()


def test_a_direction_that_one_law_does_not_learn_counts(tmp_path: Path) -> None:
    aligned = np.load(flow(tmp_path, "plain"))["aligned"]
    aligned[:, -1] = np.nan
    metrics = compared(tmp_path, aligned=aligned)["metrics"]["emergence_decoupling"]
    assert metrics["learned_alike"]["value"] == pytest.approx(15 / 16)
    assert metrics["largest_time_difference"]["value"] == 0.0


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"aligned": np.full((RUNS, DIRECTIONS), np.nan)}, "0 directions"),
        ({"loss": np.full((RUNS, len(TIME)), np.nan)}, "a loss of nan"),
        ({"loss": np.zeros((RUNS, len(TIME)))}, "a loss of 0"),
    ],
)
def test_what_cannot_be_compared_is_refused(
    tmp_path: Path, changes: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        compared(tmp_path, **changes)


def test_too_few_times_are_refused(tmp_path: Path) -> None:
    few = {"time": np.array([1.0, 1e4]), "loss": np.ones((RUNS, 2))}
    inputs: Any = {law: flow(tmp_path, law, **few) for law in ("coupled", "decoupled")}
    with pytest.raises(ValueError, match="keep more `times`"):
        run(inputs, **PARAMS)
