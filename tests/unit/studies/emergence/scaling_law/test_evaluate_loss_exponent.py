"""The loss against time."""

from typing import Any

import numpy as np
import pytest

from compsparse.statistics.power_law import log_log_slope
from compsparse.studies.emergence.scaling_law import evaluate_loss_exponent
from tests.unit.studies.emergence.scaling_law.conftest import WriteArrays, flow

PARAMS: dict[str, Any] = {
    "root_seed": 0,
    "exponents": [0.75],
    "large_exponents": [1.0],
    "first": 2,
    "points": 30,
}


def outputs(
    write: WriteArrays, small: dict[str, np.ndarray]
) -> tuple[Any, dict[str, dict[str, float]]]:
    inputs = {"histories": [write(**small)], "large": [write(**flow(1.0, 16, 3, loss=-1.2))]}
    made: Any = evaluate_loss_exponent.run(inputs, **PARAMS)
    return made["table"], made["metrics"]["emergence_loss_exponent"]


def test_planted_exponents_are_found(write_arrays: WriteArrays) -> None:
    table, metrics = outputs(write_arrays, flow(0.75, 8, 4, loss=-0.6))
    assert metrics["exponent_0_75"]["value"] == pytest.approx(-0.6, abs=1e-3)
    assert metrics["large_exponent_1"]["value"] == pytest.approx(-1.2, abs=1e-3)
    assert metrics["exponent_0_75"]["n"] == 4
    assert table[table["fitted"]].groupby(["directions", "run"]).size().eq(30).all()


def test_the_window_is_from_an_early_emergence_to_that_of_half_of_the_directions(
    write_arrays: WriteArrays,
) -> None:
    small = flow(0.75, 8, 3)
    typical = small["aligned"][1]
    # flat but for the window
    clipped = np.clip(small["time"], typical[1], typical[3])
    small["loss"] = np.tile(1 / clipped, (3, 1))
    table, metrics = outputs(write_arrays, small)
    assert metrics["exponent_0_75"]["value"] == pytest.approx(-1, abs=1e-2)
    fitted = table[table["fitted"] & (table["directions"] == 8)]
    assert fitted["time"].min() == pytest.approx(typical[1])
    assert fitted["time"].max() == pytest.approx(typical[3])


def test_a_run_that_misses_late_directions_still_has_a_loss(write_arrays: WriteArrays) -> None:
    small = flow(0.75, 8, 4, loss=-0.6)
    small["aligned"][0, 7] = np.nan
    _, metrics = outputs(write_arrays, small)
    assert metrics["exponent_0_75"]["n"] == 4


def test_without_half_of_the_directions_the_window_is_all_time_from_the_first(
    write_arrays: WriteArrays,
) -> None:
    small = flow(0.75, 8, 4)
    small["aligned"][:, 3] = np.nan
    table, metrics = outputs(write_arrays, small)
    fitted = table[(table["directions"] == 8) & table["fitted"]]["time"]
    assert fitted.min() == pytest.approx(np.median(small["aligned"][:, 0]))
    assert fitted.max() == pytest.approx(small["time"][-1])
    whole = np.geomspace(fitted.min(), fitted.max(), fitted.nunique())
    expected = [
        log_log_slope(whole, np.interp(whole, small["time"], loss)) for loss in small["loss"]
    ]
    assert metrics["exponent_0_75"]["value"] == pytest.approx(np.mean(expected))
