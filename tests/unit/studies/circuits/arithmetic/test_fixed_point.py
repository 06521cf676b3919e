"""Codes of numbers in [0, 1], and rounding inside of circuits."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from compsparse.studies.circuits.arithmetic.fixed_point import (
    codes_of,
    constant_number,
    rounded,
    values_of,
)
from compsparse.studies.circuits.circuit.bits import all_inputs, numbers_of
from compsparse.studies.circuits.circuit.builder import Builder
from compsparse.studies.circuits.circuit.packed import PackedCircuit
from tests.unit.studies.circuits.arithmetic.whole_numbers import on_all


@given(st.floats(0, 1), st.integers(1, 53))
def test_a_number_lies_in_the_cell_of_its_code(number: float, places: int) -> None:
    code = codes_of(np.array([number]), places)
    low, high = values_of(code, places)[0], values_of(code + np.uint64(1), places)[0]
    assert low <= number <= high
    assert number < high or number == 1.0


def test_one_is_all_ones() -> None:
    assert codes_of(np.array([0.0, 0.5, 1.0]), 3).tolist() == [0, 4, 7]


@pytest.mark.parametrize(
    ("width", "fraction", "places"), [(5, 5, 3), (6, 5, 2), (7, 5, 5), (5, 5, 5), (8, 4, 0)]
)
def test_rounding_to_the_nearest_below_one(width: int, fraction: int, places: int) -> None:
    rows = on_all(lambda made, a, _: rounded(made, a, fraction, places), width, 0, fold=True)
    nearest = np.floor(rows[:, 0] / 2.0 ** (fraction - places) + 0.5)
    np.testing.assert_array_equal(rows[:, 2], np.minimum(nearest, 2**places - 1))


def test_a_constant_is_its_binary_places() -> None:
    builder = Builder(1)
    circuit = builder.build(constant_number(builder, 0b1011, 6))
    assert numbers_of(PackedCircuit(circuit).evaluate_bits(all_inputs(1))).tolist() == [11, 11]


def test_mistakes_of_callers_are_told() -> None:
    for wrong in (-0.1, 1.1, np.nan):
        with pytest.raises(ValueError, match=r"values in \[0, 1\]"):
            codes_of(np.array([0.5, wrong]), 4)
    with pytest.raises(ValueError, match="0 to 53"):
        codes_of(np.array([0.5]), 54)
    with pytest.raises(ValueError, match="cannot be rounded to 4 places"):
        rounded(Builder(3), range(3), 3, 4)
