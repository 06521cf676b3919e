"""JSON values are held against each other entry by entry."""

import math

import pytest

from compsparse.comparison.json_difference import json_difference


def test_the_largest_difference_of_numbers_and_its_place() -> None:
    before = {"rows": [{"sum": 10, "name": "a"}, {"sum": 4, "name": "b"}]}
    after = {"rows": [{"sum": 11, "name": "a"}, {"sum": 3, "name": "b"}]}
    found = json_difference(before, after)
    assert found.text == "2 numbers changed, most rows[1].sum: 4 -> 3 (25 %)"
    assert found.largest == pytest.approx(0.25)


@pytest.mark.parametrize(
    ("before", "after", "text"),
    [
        ({"a": 1}, {"b": 1}, "2 other values changed, first a"),
        ([1, 2], [1], "1 other value changed, first length of the list"),
        ("x", "y", "1 other value changed, first the value"),
        (1, True, "1 other value changed, first the value"),
        ({"a": None}, {"a": 0}, "1 other value changed, first a"),
        (["#"], ["##"], "1 other value changed, first [0]"),
    ],
)
def test_other_changes_are_counted(before: object, after: object, text: str) -> None:
    found = json_difference(before, after)
    assert found.text == text
    assert math.isinf(found.largest)


def test_equal_values_in_other_text() -> None:
    found = json_difference({"a": 1, "b": [2.0]}, {"b": [2], "a": 1})
    assert found.text == "other text, the same values"
    assert found.largest == 0
