from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.factorial.data_split import evaluate_data_split_compute
from tests.unit.studies.factorial.conftest import STEPS

WriteSplits = Callable[..., list[Path]]

PARAMS = {"root_seed": 0, "budgets": [1.0, 12.0], "curve_points": 4}


def evaluated(paths: list[Path], **changes: object) -> tuple[pd.DataFrame, dict[str, Any]]:
    outputs: Any = evaluate_data_split_compute.run({"histories": paths}, **PARAMS | changes)
    return outputs["table"], outputs["metrics"]["factorial_data_split_compute"]


def ahead_then_behind(parents: int, share: float, run: int) -> np.ndarray:
    """Return curves in compute that start at the share and end at its inverse: all cross."""
    passes = share * STEPS
    return np.where(passes < 3, share, 1 / share)


def test_curves_that_all_cross(write_splits: WriteSplits) -> None:
    _, metrics = evaluated(write_splits(ahead_then_behind))
    assert metrics["crossing_balance"]["value"] == 1
    assert metrics["best_fraction_growth"]["value"] == pytest.approx(np.log(0.75 / 0.125))
    assert metrics["crossing_balance"]["n"] == 3


def test_curves_that_cross_the_other_way(write_splits: WriteSplits) -> None:
    _, metrics = evaluated(write_splits(lambda **cell: 1 / ahead_then_behind(**cell)))
    assert metrics["crossing_balance"]["value"] == -1
    assert metrics["best_fraction_growth"]["value"] == pytest.approx(-np.log(0.75 / 0.125))


@pytest.mark.parametrize("power", [-1, 1])
def test_curves_that_keep_their_order(write_splits: WriteSplits, power: int) -> None:
    _, metrics = evaluated(write_splits(lambda parents, share, run: share**power))
    assert metrics["crossing_balance"]["value"] == 0
    assert metrics["best_fraction_growth"]["value"] == 0


def test_one_crossing_curve_among_four(write_splits: WriteSplits) -> None:
    # only the smallest share falls behind, for one graph of three: it crosses 3 of 6 others
    def smallest_crosses(parents: int, share: float, run: int) -> np.ndarray:
        curve = np.full(len(STEPS), 1 + share)
        return np.where(share * STEPS < 3, curve, 9) if share == 0.125 and parents == 2 else curve

    _, metrics = evaluated(write_splits(smallest_crosses))
    assert metrics["crossing_balance"]["value"] == pytest.approx(3 / 6 / 3)
    assert metrics["best_fraction_growth"]["value"] == pytest.approx(np.log(2) / 3)


def test_table_keeps_some_points_and_the_last(write_splits: WriteSplits) -> None:
    curve = np.linspace(2, 1, len(STEPS)) / 3
    table, _ = evaluated(write_splits(lambda **_: curve))
    first = table[(table["parents"] == 1) & (table["seen_fraction"] == 0.5) & (table["run"] == 0)]
    # 1, 4.6, 21.5 and 100 in even logarithms; the nearest logged steps
    assert first["flops"].tolist() == [8000 * step for step in (1, 4, 16, 100)]
    assert first["held_out_loss"].iloc[-1] == 0.3333
    assert len(table) == 4 * 3 * 4 * 3
