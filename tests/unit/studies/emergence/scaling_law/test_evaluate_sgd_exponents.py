"""Both exponents of SGD, and the flow beside it."""

from typing import Any

import numpy as np
import pytest

from compsparse.studies.emergence.scaling_law import evaluate_sgd_exponents
from compsparse.studies.emergence.teacher import PowerLawTeacher
from tests.unit.studies.emergence.scaling_law.conftest import WriteArrays, emergence_times

ETA = 0.01
BETAS = [0.75, 1.0]
RUNS, DIRECTIONS = 3, 6
PARAMS: dict[str, Any] = {
    "root_seed": 0,
    "exponents": BETAS,
    "step_size": ETA,
    "learned": (1, 4),
    "points": 30,
}


def power_law_loss(beta: float, exponent: float, time: np.ndarray) -> np.ndarray:
    """Return a loss that passes the levels of the window at times 1 and later."""
    loss = np.minimum(1.0, PowerLawTeacher(beta, 1).tail * time**exponent)
    return np.tile(loss, (RUNS, 1))


def sgd(beta: float, **planted: float) -> dict[str, np.ndarray]:
    step = np.unique(np.geomspace(1, 2e4, 3000).round()).astype(np.int64)
    times = emergence_times(planted["time"], DIRECTIONS, RUNS, constant=planted["constant"])
    return {
        "step": step,
        "loss": power_law_loss(beta, planted["loss"], ETA * step),
        "aligned": times / ETA,
        "failed": np.full(RUNS, -1),
    }


def flow(beta: float) -> dict[str, np.ndarray]:
    time = np.geomspace(0.01, 300, 3000)
    return {
        "time": time,
        "loss": power_law_loss(beta, -1.0, time),
        "aligned": emergence_times(beta, DIRECTIONS, RUNS),
    }


def histories() -> dict[str, list[dict[str, np.ndarray]]]:
    """SGD is 10 % late, and its exponents are 0.2 and 20 % above those of the flow."""
    return {
        "sgd": [sgd(beta, time=beta + 0.2, loss=-1.2, constant=3.3) for beta in BETAS],
        "flow": [flow(beta) for beta in BETAS],
    }


def outputs(
    write: WriteArrays, planted: dict[str, list[dict[str, np.ndarray]]]
) -> tuple[Any, dict[str, dict[str, float]]]:
    inputs = {name: [write(**arrays) for arrays in families] for name, families in planted.items()}
    made: Any = evaluate_sgd_exponents.run(inputs, **PARAMS)
    return made["table"], made["metrics"]["emergence_sgd_exponents"]


def test_planted_exponents_and_differences_are_found(write_arrays: WriteArrays) -> None:
    table, metrics = outputs(write_arrays, histories())
    assert metrics["time_exponent_0_75"]["value"] == pytest.approx(0.95)
    assert metrics["time_exponent_1"]["value"] == pytest.approx(1.2)
    assert metrics["loss_exponent_1"]["value"] == pytest.approx(-1.2, abs=1e-2)
    assert metrics["time_exponent_by_beta"]["value"] == pytest.approx(1)
    assert metrics["time_exponent_minus_flow"]["value"] == pytest.approx(0.2)
    assert metrics["loss_exponent_over_flow"]["value"] == pytest.approx(1.2, abs=1e-2)
    # a tenth late, times the middle rank to the power 0.2
    middle = np.median(np.arange(1.0, DIRECTIONS + 1) ** 0.2)
    assert metrics["time_over_flow"]["value"] == pytest.approx(1.1 * middle)
    assert metrics["complete_share"]["value"] == 1
    assert set(table["quantity"]) == {"emergence", "loss", "exponent of time", "exponent of loss"}


def test_failed_and_incomplete_runs_are_counted(write_arrays: WriteArrays) -> None:
    planted = histories()
    planted["sgd"][0]["failed"][0] = 500
    planted["sgd"][0]["loss"][0, 1500:] = np.nan
    planted["sgd"][1]["aligned"][1, 5] = np.nan
    table, metrics = outputs(write_arrays, planted)
    assert metrics["complete_share"]["value"] == pytest.approx(1 / 3)
    assert metrics["time_exponent_0_75"]["n"] == 2
    assert metrics["loss_exponent_0_75"]["n"] == 2
    assert metrics["time_exponent_1"]["n"] == 2
    assert metrics["loss_exponent_1"]["n"] == 3  # it fell, whatever the last direction did
    assert metrics["time_over_flow"]["n"] == 1
    fits = table[(table["quantity"] == "exponent of time") & table["y"].isna()]
    assert fits[["trainer", "run", "exponent"]].to_numpy().tolist() == [
        ["SGD", 0, 0.75],
        ["SGD", 1, 1.0],
    ]


def test_where_no_run_of_sgd_learns_the_share_is_measured_and_no_fit(
    write_arrays: WriteArrays,
) -> None:
    planted = histories()
    for history in planted["sgd"]:
        history["failed"][:] = 20
        history["loss"][:, 19:] = np.nan
        history["aligned"][:] = np.nan
    _, metrics = outputs(write_arrays, planted)
    assert set(metrics) == {"complete_share"}
    assert metrics["complete_share"]["value"] == 0


def test_each_exponent_needs_both(write_arrays: WriteArrays) -> None:
    planted = histories()
    planted["flow"] = planted["flow"][:1]
    with pytest.raises(ValueError, match="argument 2 is"):
        outputs(write_arrays, planted)
