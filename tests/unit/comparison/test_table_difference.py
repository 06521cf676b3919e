"""Tables are held against each other by the columns that name their rows."""

import math
from typing import Any

import pandas as pd
import pytest

from compsparse.comparison.table_difference import table_difference


def table(**changes: list[Any]) -> pd.DataFrame:
    columns: dict[str, list[Any]] = {
        "cell": ["a", "a", "b", "b"],
        "size": [4, 4, 8, 8],
        "step": [0, 1, 0, 1],
        "loss": [1.0, 0.5, 2.0, 0.25],
    }
    return pd.DataFrame(columns | changes)


def test_the_largest_relative_difference_and_its_row() -> None:
    found = table_difference(table(), table(loss=[1.0, 0.4, 2.0, 0.249]))
    assert found.text == "loss 0.5 -> 0.4 (20 %) at cell=a, step=1"
    assert found.largest == pytest.approx(0.2)
    assert found.details["columns"]["loss"]["differing_rows"] == 2
    assert found.details["key"] == ["cell", "step"]


def test_a_column_that_the_names_do_not_need_is_no_name() -> None:
    found = table_difference(table(), table(size=[4, 4, 16, 16]))
    assert found.text == "size 8 -> 16 (50 %) at cell=b, step=0"


def test_rows_in_another_order_and_rows_added_and_removed() -> None:
    before = table()
    assert table_difference(before, before.iloc[::-1]).details["columns"] == {}
    found = table_difference(before.iloc[:3], before.iloc[1:])
    assert found.text == "1 row added; 1 row removed"
    assert found.details["rows"] == {"compared": 2, "added": 1, "removed": 1}
    assert math.isinf(found.largest)


def test_set_floats_name_rows_but_measured_ones_do_not() -> None:
    before = pd.DataFrame({"share": [0.25, 0.5], "loss": [1.0, 2.0]})
    found = table_difference(before, before.assign(loss=[1.0, 2.5]))
    assert found.text == "loss 2 -> 2.5 (20 %) at share=0.5"
    # here no column names the rows but the measured one: rows are matched by their place
    measured = pd.DataFrame({"kind": ["x", "x"], "loss": [1.0, 2.0]})
    found = table_difference(measured, measured.assign(loss=[1.0, 2.5]))
    assert found.text == "loss 2 -> 2.5 (20 %) at row=1"
    assert found.details["key"] == []


def test_columns_and_types_that_changed_are_named() -> None:
    before, after = table(), table().rename(columns={"size": "width"})
    found = table_difference(before, after)
    assert found.text == "column width added; column size removed"
    assert math.isinf(found.largest)
    found = table_difference(before, before[["loss", "cell", "step", "size"]])
    assert "columns in another order" in found.text
    found = table_difference(before, table(size=[4.0, 4.0, 8.0, 8.5]))
    assert "column size was int64, is float64" in found.text


def test_missing_values_are_equal_to_each_other_only() -> None:
    before = table(loss=[math.nan, 0.5, 2.0, 0.25])
    assert table_difference(before, before).text == "other text, the same values"
    found = table_difference(before, table())
    assert found.text == "loss empty -> 1 at cell=a, step=0"
    assert found.details["columns"]["loss"]["largest_relative"] is None
    assert math.isinf(found.largest)


def test_missing_values_in_the_names_of_rows() -> None:
    before = pd.DataFrame({"graph": ["a", None], "part": [None, "b"], "value": [1.0, 2.0]})
    found = table_difference(before, before.assign(value=[1.0, 4.0]))
    assert found.text == "value 2 -> 4 (50 %) at graph=None"


def test_text_that_changed_is_shown() -> None:
    before = pd.DataFrame({"run": [0, 1], "method": ["x", "y"]})
    found = table_difference(before, before.assign(method=["x", "z"]))
    assert found.text == "method 'y' -> 'z' at run=1"


def test_signs_and_zero() -> None:
    found = table_difference(table(loss=[-1.0, 0.0, 2.0, 0.25]), table(loss=[1.0, 0.5, 2.0, 0.25]))
    assert found.text == "loss -1 -> 1 (200 %) at cell=a, step=0"
