import pandas as pd
import pytest

from compsparse.statistics.intervals import ANY_VALUE, SHARE
from compsparse.statistics.replicates import replicate_statistics, require_balanced

TABLE = pd.DataFrame({"run": [0, 0, 1, 1, 2, 2], "cell": ["a", "b"] * 3, "x": [1, 2, 3, 4, 5, 9]})


def test_statistics_see_one_replicate_at_a_time() -> None:
    found = replicate_statistics(
        TABLE,
        {
            "sum": (lambda rows: float(rows["x"].sum()), ANY_VALUE),
            "never": (lambda rows: None, ANY_VALUE),
            "sometimes": (lambda rows: 1.0 if rows["x"].sum() > 5 else None, SHARE),
        },
    )
    assert set(found) == {"sum", "sometimes"}
    assert found["sum"].samples.tolist() == [3.0, 7.0, 14.0]
    assert found["sometimes"].samples.tolist() == [1.0, 1.0]
    assert found["sometimes"].support == SHARE


def test_balanced_cells_pass() -> None:
    require_balanced(TABLE, ["cell"])


def test_missing_cell_is_named() -> None:
    with pytest.raises(ValueError, match=r"'b'.*exactly once"):
        require_balanced(TABLE.drop(index=3), ["cell"])


def test_repeated_cell_is_named() -> None:
    with pytest.raises(ValueError, match=r"'a'.*exactly once"):
        require_balanced(pd.concat([TABLE, TABLE.iloc[:1]]), ["cell"])
