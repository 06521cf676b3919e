"""Named arrays are held against each other, each at its own scale."""

import math
from typing import Any

import numpy as np
import pytest

from compsparse.comparison.array_difference import array_difference


def arrays(**changes: Any) -> dict[str, np.ndarray]:
    weights = np.array([[1.0, -4.0], [0.0, 2.0]], dtype=np.float32)
    return {"weights": weights, "steps": np.array([0, 10]), **changes}


def test_the_largest_difference_is_relative_to_the_largest_magnitude() -> None:
    other = np.array([[1.0, -4.0], [0.5, 2.0]], dtype=np.float32)
    found = array_difference(arrays(), arrays(weights=other))
    assert found.text == "1 of 2 arrays differ, most weights by up to 0.5 (12.5 %)"
    assert found.largest == pytest.approx(0.125)
    assert found.details["arrays"]["weights"] == {
        "differing": 1,
        "of": 4,
        "largest_absolute": 0.5,
        "largest_relative": 0.125,
    }


def test_arrays_that_come_go_and_change_shape_or_type() -> None:
    found = array_difference(arrays(), {"weights": np.zeros(3), "new": np.ones(1)})
    assert found.details["structure"] == [
        "array new added",
        "array steps removed",
        "array weights was float32[2, 2], is float64[3]",
    ]
    assert math.isinf(found.largest)


def test_missing_numbers_are_equal_to_each_other_only() -> None:
    before = {"x": np.array([np.nan, 1.0, 2.0])}
    found = array_difference(before, {"x": np.array([np.nan, 1.0, 3.0])})
    assert found.details["arrays"]["x"]["differing"] == 1
    assert found.largest == pytest.approx(1 / 3)
    found = array_difference(before, {"x": np.array([0.0, 1.0, 2.0])})
    assert found.text == "1 of 1 arrays differ, most x"
    assert math.isinf(found.largest) and found.as_json()["largest_relative"] is None


def test_equal_arrays_in_other_bytes() -> None:
    found = array_difference(arrays(), arrays())
    assert (found.text, found.same_content) == ("other bytes, the same arrays", True)


def test_equal_numbers_of_other_bits_are_not_the_same_content() -> None:
    found = array_difference({"x": np.array([0.0])}, {"x": np.array([-0.0])})
    assert (found.text, found.same_content) == ("equal numbers of other bytes (-0, NaN)", False)
    assert array_difference(arrays(), arrays()).largest == 0


@pytest.mark.parametrize(
    ("old", "new", "largest"),
    [
        (np.array([True, False]), np.array([True, True]), 1.0),
        (np.array([1 + 1j]), np.array([1 - 1j]), 2 / math.sqrt(2)),
        (np.array([250], dtype=np.uint8), np.array([5], dtype=np.uint8), 0.98),
        (np.array(["a"]), np.array(["b"]), math.inf),
    ],
)
def test_other_kinds_of_numbers(old: np.ndarray, new: np.ndarray, largest: float) -> None:
    assert array_difference({"x": old}, {"x": new}).largest == pytest.approx(largest)
