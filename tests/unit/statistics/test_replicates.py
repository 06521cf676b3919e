import pandas as pd
import pytest

from compsparse.statistics.replicates import (
    ANY_VALUE,
    SHARE,
    replicate_metrics,
    require_balanced,
)

TABLE = pd.DataFrame({"run": [0, 0, 1, 1, 2, 2], "cell": ["a", "b"] * 3, "x": [1, 2, 3, 4, 5, 9]})


def test_statistics_see_one_replicate_at_a_time() -> None:
    metrics = replicate_metrics(
        TABLE,
        {
            "sum": (lambda rows: float(rows["x"].sum()), ANY_VALUE),
            "never": (lambda rows: None, ANY_VALUE),
            "sometimes": (lambda rows: 1.0 if rows["x"].sum() > 5 else None, SHARE),
        },
        result="test",
        root_seed=0,
    )
    assert set(metrics) == {"sum", "sometimes"}
    assert metrics["sum"]["value"] == pytest.approx((3 + 7 + 14) / 3)
    assert metrics["sum"]["n"] == 3
    assert metrics["sometimes"] == {"value": 1.0, "low": 1.0, "high": 1.0, "n": 2}


def test_balanced_cells_pass() -> None:
    require_balanced(TABLE, ["cell"])


def test_missing_cell_is_named() -> None:
    with pytest.raises(ValueError, match=r"'b'.*exactly once"):
        require_balanced(TABLE.drop(index=3), ["cell"])


def test_repeated_cell_is_named() -> None:
    with pytest.raises(ValueError, match=r"'a'.*exactly once"):
        require_balanced(pd.concat([TABLE, TABLE.iloc[:1]]), ["cell"])
