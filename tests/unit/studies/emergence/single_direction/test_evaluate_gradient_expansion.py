"""The gradient's expansion and decay, as the result has them."""

from typing import Any

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.emergence.single_direction.evaluate_gradient_expansion import run

PARAMS: dict[str, Any] = {
    "root_seed": 3,
    "orders": [2, 3, 4],
    "overlaps": [-0.7, 0.1, 0.9],
    "highest_degree": 6,
    "dimensions": [1000, 10_000, 1_000_000],
    "runs": 12,
}


def evaluated(**changes: Any) -> tuple[pd.DataFrame, dict[str, Any]]:
    outputs = run({}, **(PARAMS | changes))
    table, metrics = outputs["table"], outputs["metrics"]
    assert isinstance(table, pd.DataFrame) and isinstance(metrics, dict)
    return table, metrics["emergence_gradient_expansion"]


def test_the_corrected_expansion_is_exact_and_the_slide_is_not() -> None:
    table, metrics = evaluated()
    assert metrics["expansion_error"]["high"] < 1e-12
    # the orthonormal reading suits it best; its worst order is 4, with 1/4 instead of 1
    assert metrics["slide_error"]["value"] == pytest.approx(0.75)
    corrected = table[table["formula"] == "corrected"]["ratio"]
    np.testing.assert_allclose(corrected.to_numpy(), 1.0, rtol=1e-12)
    assert len(table[table["part"] == "constant"]) == 3 * 4


def test_the_information_exponent_sets_the_decay() -> None:
    _, metrics = evaluated()
    for order in (2, 3, 4):
        interval = metrics[f"decay_order_{order}"]
        assert interval["value"] == pytest.approx(-(order - 1) / 2, rel=0.02)
        assert interval["n"] == 12


def test_a_dimension_or_a_run_more_changes_no_earlier_one() -> None:
    few, _ = evaluated(runs=2, dimensions=[1000, 10_000])
    more, _ = evaluated()
    keys = ["order", "run", "dimension"]
    both = few[few["part"] == "decay"].merge(more, on=keys)
    assert len(both) == 3 * 2 * 2
    np.testing.assert_array_equal(both["size_x"], both["size_y"])
