"""Emergence times against the input dimension."""

from typing import Any

import numpy as np
import pytest

from compsparse.studies.emergence.scaling_law import evaluate_dimension
from tests.unit.studies.emergence.scaling_law.conftest import WriteArrays, flow

ORDERS = [3, 3, 3, 4, 4, 4]
DIMENSIONS = [100, 1000, 10_000] * 2
PARAMS: dict[str, Any] = {
    "root_seed": 0,
    "orders": ORDERS,
    "dimensions": DIMENSIONS,
    "directions": 2,
    "smallest": 1000,
}


def planted() -> list[dict[str, np.ndarray]]:
    histories = []
    for order, size in zip(ORDERS, DIMENSIONS, strict=True):
        arrays = flow(1.0, 4, 3)
        # off the law below the smallest dimension of the fit
        law = size ** (order / 2 - 1) * (5.0 if size == 100 else 1.0)
        histories.append(arrays | {"aligned": law * arrays["aligned"]})
    return histories


def outputs(
    write: WriteArrays, histories: list[dict[str, np.ndarray]]
) -> tuple[Any, dict[str, dict[str, float]]]:
    paths = [write(**arrays) for arrays in histories]
    made: Any = evaluate_dimension.run({"histories": paths}, **PARAMS)
    return made["table"], made["metrics"]["emergence_dimension"]


def test_planted_exponents_are_found_in_the_fitted_dimensions(write_arrays: WriteArrays) -> None:
    table, metrics = outputs(write_arrays, planted())
    assert metrics["exponent_order_3"]["value"] == pytest.approx(0.5)
    assert metrics["exponent_order_4"]["value"] == pytest.approx(1)
    assert metrics["complete_share"]["value"] == 1
    assert sorted(set(table.loc[~table["fitted"], "dimension"])) == [100]
    assert len(table) == 6 * 3


def test_only_the_first_directions_count(write_arrays: WriteArrays) -> None:
    histories = planted()
    histories[1]["aligned"][:, 2:] = np.nan
    _, metrics = outputs(write_arrays, histories)
    assert metrics["exponent_order_3"]["value"] == pytest.approx(0.5)
    assert metrics["complete_share"]["value"] == 1


def test_a_run_that_misses_one_of_them_is_counted(write_arrays: WriteArrays) -> None:
    histories = planted()
    histories[1]["aligned"][0, 1] = np.nan
    _, metrics = outputs(write_arrays, histories)
    assert metrics["complete_share"]["value"] == pytest.approx(2 / 3)
    assert metrics["exponent_order_3"]["n"] == 2
    assert metrics["exponent_order_4"]["n"] == 3
