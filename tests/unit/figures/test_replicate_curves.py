"""Tidy rows become one array per curve, or an error that names the row at fault."""

import numpy as np
import pandas as pd
import pytest

from compsparse.figures.replicates import replicate_curves, require_columns


def rows() -> pd.DataFrame:
    return pd.DataFrame(
        {"run": [1, 0, 1, 0], "step": [9, 9, 2, 2], "loss": [1.25, 1.5, 2.25, 2.5], "cell": "a"}
    )


def test_points_and_replicates_are_in_order() -> None:
    points, values = replicate_curves(rows(), point="step", value="loss")
    assert points.tolist() == [2.0, 9.0]
    assert values.tolist() == [[2.5, 1.5], [2.25, 1.25]]
    assert points.dtype == values.dtype == np.float64


def test_missing_row_is_named() -> None:
    with pytest.raises(ValueError, match="run = 0 has no finite loss at step = 2"):
        replicate_curves(rows().iloc[:3], point="step", value="loss")


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_value_that_is_not_finite_is_named(value: float) -> None:
    table = rows()
    table.loc[0, "loss"] = value
    with pytest.raises(ValueError, match="run = 1 has no finite loss at step = 9"):
        replicate_curves(table, point="step", value="loss")


def test_double_row_is_named() -> None:
    with pytest.raises(ValueError, match="Two rows have run = 1 and step = 9"):
        replicate_curves(pd.concat([rows(), rows().iloc[:1]]), point="step", value="loss")


def test_missing_columns_are_named() -> None:
    with pytest.raises(ValueError, match=r"a\.csv: the column 'flops', 'd' is missing"):
        require_columns(rows(), ["run", "flops", "d"], "tables/a.csv")


def test_table_without_rows_is_refused() -> None:
    with pytest.raises(ValueError, match="no rows"):
        require_columns(rows().iloc[:0], ["run"], "tables/a.csv")
