"""The circuits of real functions against independent whole-number arithmetic."""

from collections.abc import Callable
from fractions import Fraction
from math import factorial, floor, isqrt

import numpy as np
import pytest

from compsparse.studies.circuits.circuit.packed import PackedCircuit
from compsparse.studies.circuits.finite_precision.real_functions import sine
from compsparse.studies.circuits.finite_precision.real_functions.catalogue import FUNCTIONS
from compsparse.studies.circuits.finite_precision.real_functions.sup_error import (
    all_codes,
    cell_errors,
    drawn_codes,
    outputs_of,
)


def half_up(number: int, dropped: int, places: int) -> int:
    return min(((number >> (dropped - 1)) + 1) >> 1, 2**places - 1)


# what each circuit must compute from the codes, bit by bit
WHOLE: dict[str, Callable[[int, list[int]], int]] = {
    "product": lambda m, c: half_up(c[0] * c[1], m + 4, m),
    "square_root": lambda m, c: half_up(isqrt(c[0]), 1, m),
    "distance": lambda m, c: half_up(isqrt((c[0] ** 2 + c[1] ** 2) // 2), 2, m),
    "reciprocal": lambda m, c: half_up(2 ** (2 * m + 2) // (2 ** (m + 1) + c[0]), 1, m),
}


@pytest.mark.parametrize("name", WHOLE)
@pytest.mark.parametrize("places", [1, 2, 5, 13, 24])
def test_circuits_without_cuts_are_whole_number_arithmetic(name: str, places: int) -> None:
    function = FUNCTIONS[name]
    width = function.code_places(places)
    random = np.random.default_rng(places)
    codes = drawn_codes(random, width, function.coordinates, 100)
    codes = codes[random.permutation(len(codes))[:300]]
    outputs = outputs_of(PackedCircuit(function.circuit(places)), codes, width)
    wanted = [WHOLE[name](places, [int(part) for part in code]) for code in codes]
    assert outputs.tolist() == wanted


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("places", [1, 2, 3, 4, 5])
def test_errors_stay_within_one_unit(name: str, places: int) -> None:
    function = FUNCTIONS[name]
    width = function.code_places(places)
    circuit = function.circuit(places)
    assert circuit.inputs == width * function.coordinates
    assert len(circuit.outputs) == places
    assert circuit.fan_in == 3
    codes = all_codes(width, function.coordinates)
    errors, below = cell_errors(
        function, places, outputs_of(PackedCircuit(circuit), codes, width), codes
    )
    assert errors.max() <= 1.0
    if not below.all():
        assert errors[~below].max() == 1.0  # of the largest number of so many places to 1


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_rise_or_fall_from_0_to_1(name: str) -> None:
    function = FUNCTIONS[name]
    grid = np.linspace(0.0, 1.0, 65)
    points = np.meshgrid(*[grid] * function.coordinates, indexing="ij")
    values = np.asarray(function.true(*points))
    assert values.min() >= 0.0 and values.max() <= 1.0
    steps = [np.diff(values, axis=axis) for axis in range(values.ndim)]
    assert all((step >= 0).all() for step in steps) or all((step <= 0).all() for step in steps)


@pytest.mark.parametrize("places", [1, 4, 9, 24, 64])
def test_the_series_of_the_sine_is_long_enough_and_no_longer(places: int) -> None:
    last, guard = sine.last_term(places), sine.guard_places(places)
    limit = Fraction(1, 2 ** (places + 4))
    assert Fraction(1, factorial(2 * last + 3)) <= limit
    assert last == 0 or Fraction(1, factorial(2 * last + 1)) > limit
    assert Fraction(last + 3, 2**guard) <= Fraction(3, 16) < Fraction(last + 3, 2 ** (guard - 1))


def test_a_result_has_at_least_one_place() -> None:
    with pytest.raises(ValueError, match="0 places says nothing"):
        FUNCTIONS["product"].circuit(0)


def test_half_up_of_the_test_itself() -> None:
    assert [half_up(number, 1, 3) for number in range(6)] == [
        floor(number / 2 + 0.5) for number in range(6)
    ]
