"""Shares of steps near the equator on planted histories."""

from typing import Any

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.emergence.single_direction.evaluate_equator import run
from tests.unit.studies.emergence.single_direction.conftest import Written


def evaluated(*paths: Any) -> tuple[pd.DataFrame, dict[str, Any]]:
    outputs = run({"histories": list(paths)}, root_seed=0)
    table, metrics = outputs["table"], outputs["metrics"]
    assert isinstance(table, pd.DataFrame) and isinstance(metrics, dict)
    return table, metrics["emergence_equator"]


def test_a_planted_share_is_found_and_lost_runs_are_named(written: Written) -> None:
    table, metrics = evaluated(
        written(lambda c, d: d**2, searched=0.6, lost=3, failed=2),
        written(lambda c, d: d, order=2, searched=0.3),
    )
    assert set(metrics) == {"share_order_3"}
    assert metrics["share_order_3"]["value"] == pytest.approx(0.6)
    assert metrics["share_order_3"]["n"] == 27
    counts = table[table["dimension"] == 64].groupby("order")["outcome"].value_counts()
    assert counts[3].to_dict() == {"learned": 27, "given up": 3, "failed": 2}
    assert np.isnan(table.loc[table["outcome"] != "learned", "share"]).all()


def test_unusable_histories_are_refused(written: Written) -> None:
    with pytest.raises(ValueError, match="No run of order 3 learned in dimension 16"):
        evaluated(written(lambda c, d: d**2, lost=32))
