from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.factorial.data_split import evaluate_isoflop

WriteSplits = Callable[..., list[Path]]

PARAMS = {"root_seed": 0, "parents": [1, 4], "budgets": [1.0, 4.0, 12.0]}


def evaluated(paths: list[Path], **changes: object) -> tuple[pd.DataFrame, dict[str, Any]]:
    outputs: Any = evaluate_isoflop.run({"histories": paths}, **PARAMS | changes)
    return outputs["table"], outputs["metrics"]["factorial_isoflop"]


def valley(parents: int, share: float, run: int) -> float:
    """Return a loss that is smallest at the share 0.25 for one parent, 0.75 for more."""
    return 1 + abs(np.log(share / (0.25 if parents == 1 else 0.75)))


def test_planted_optimum(write_splits: WriteSplits) -> None:
    _, metrics = evaluated(write_splits(valley))
    assert metrics["best_fraction_sparser"]["value"] == 0.25
    assert metrics["best_fraction_contrast"]["value"] == pytest.approx(np.log(3))
    assert metrics["best_fraction_contrast"]["n"] == 3


def test_replicates_are_judged_one_by_one(write_splits: WriteSplits) -> None:
    # the mean over runs would be smallest at 0.25 alone
    best = (0.25, 0.25, 0.75)
    _, metrics = evaluated(
        write_splits(lambda parents, share, run: 1.0 if share == best[run] else 2.0)
    )
    assert metrics["best_fraction_sparser"]["value"] == pytest.approx(1.25 / 3)
    assert metrics["best_fraction_contrast"]["value"] == 0


def test_ties_do_not_count_as_a_gain_of_repetition(write_splits: WriteSplits) -> None:
    _, metrics = evaluated(write_splits(lambda **_: 1.0))
    assert metrics["best_fraction_sparser"]["value"] == 0.75


def test_table_holds_the_two_graphs_at_every_budget(write_splits: WriteSplits) -> None:
    table, _ = evaluated(write_splits(valley))
    assert set(table["parents"]) == {1, 4}
    assert len(table) == 2 * 4 * 3 * 3
    assert table.groupby("budget")["flops"].nunique().tolist() == [1, 1, 1]
