"""Emergence times against ranks."""

from typing import Any

import numpy as np
import pytest

from compsparse.studies.emergence.scaling_law import evaluate_time_exponent
from tests.unit.studies.emergence.scaling_law.conftest import WriteArrays, flow

PARAMS: dict[str, Any] = {"root_seed": 0, "exponents": [0.75, 1.0], "large_exponents": [1.0]}


def outputs(
    write: WriteArrays, planted: dict[str, dict[str, np.ndarray]]
) -> tuple[Any, dict[str, dict[str, float]]]:
    files = {name: write(**arrays) for name, arrays in planted.items()}
    inputs = {"histories": [files["a"], files["b"]], "large": [files["large"]]}
    made: Any = evaluate_time_exponent.run(inputs, **PARAMS)
    return made["table"], made["metrics"]["emergence_time_exponent"]


def planted() -> dict[str, dict[str, np.ndarray]]:
    return {"a": flow(0.8, 8, 4), "b": flow(1.1, 8, 4), "large": flow(0.9, 16, 3)}


def test_planted_exponents_are_found(write_arrays: WriteArrays) -> None:
    table, metrics = outputs(write_arrays, planted())
    assert metrics["exponent_0_75"]["value"] == pytest.approx(0.8)
    assert metrics["exponent_1"]["value"] == pytest.approx(1.1)
    assert metrics["large_exponent_1"]["value"] == pytest.approx(0.9)
    assert metrics["complete_share"]["value"] == 1
    assert metrics["complete_share"]["n"] == 7
    assert len(table) == 2 * 4 * 8 + 3 * 16


def test_a_run_that_misses_a_direction_is_counted_and_has_no_slope(
    write_arrays: WriteArrays,
) -> None:
    histories = planted()
    histories["b"]["aligned"][2, 7] = np.nan
    table, metrics = outputs(write_arrays, histories)
    assert metrics["exponent_0_75"]["n"] == 4
    assert metrics["exponent_1"]["n"] == 3
    assert metrics["exponent_1"]["value"] == pytest.approx(1.1)
    assert metrics["complete_share"]["value"] == pytest.approx(6 / 7)
    assert (~table["complete"]).sum() == 8


def test_without_a_complete_run_there_is_no_exponent(write_arrays: WriteArrays) -> None:
    histories = planted()
    histories["a"]["aligned"][:, 3] = np.nan
    _, metrics = outputs(write_arrays, histories)
    # that none is complete is measured; what only complete runs have is not
    assert "exponent_0_75" not in metrics
    assert metrics["complete_share"]["value"] == pytest.approx(3 / 7)
