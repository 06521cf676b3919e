"""True functions as whole numbers of any length, against float64 and against known digits."""

from fractions import Fraction

import numpy as np
import pytest

from compsparse.studies.circuits.circuit.bits import numbers_of
from compsparse.studies.circuits.circuit.packed import PackedCircuit
from compsparse.studies.circuits.finite_precision.real_functions import wide_error
from compsparse.studies.circuits.finite_precision.real_functions.catalogue import FUNCTIONS
from compsparse.studies.circuits.finite_precision.real_functions.sup_error import (
    all_codes,
    cell_errors,
    input_bits,
)

# fifty decimal digits
KNOWN = {
    "square_root": "0.70710678118654752440084436210484903928483593768847",
    "logarithm": "0.58496250072115618145373894394781650875981440769248",
    "sine": "0.47942553860420300027328793521557138808180336794060",
}


@pytest.mark.parametrize("name", KNOWN)
def test_values_at_one_half(name: str) -> None:
    value = Fraction(wide_error._TRUE[name]([1], 1, 150), 2**150)
    assert abs(value - Fraction(KNOWN[name])) < Fraction(1, 2**143)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_values_are_those_of_float64(name: str) -> None:
    function = FUNCTIONS[name]
    random = np.random.default_rng(0)
    codes = random.integers(0, 2**20 + 1, size=(50, function.coordinates))
    codes[0], codes[1] = 0, 2**20
    true = function.true(*(codes / 2**20).T)
    found = [wide_error._TRUE[name](row, 20, 60) / 2**60 for row in codes.tolist()]
    np.testing.assert_allclose(found, true, rtol=0, atol=2e-16)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_errors_are_those_of_float64(name: str) -> None:
    function = FUNCTIONS[name]
    width = function.code_places(3)
    codes = all_codes(width, function.coordinates)[::3]
    bits = input_bits(codes, width)
    outputs = numbers_of(PackedCircuit(function.circuit(3)).evaluate_bits(bits))
    errors, below = cell_errors(function, 3, outputs, codes)
    wide, wide_below = wide_error.wide_cell_errors(function, 3, outputs, bits)
    np.testing.assert_allclose(wide, errors, atol=1e-7)
    np.testing.assert_array_equal(wide_below, below)


@pytest.mark.parametrize(("name", "places"), [("product", 40), ("square_root", 64), ("sine", 26)])
def test_circuits_of_many_places_are_within_one_unit(name: str, places: int) -> None:
    function = FUNCTIONS[name]
    width = function.code_places(places)
    bits = wide_error.drawn_bits(np.random.default_rng(0), width, function.coordinates, 20)
    outputs = numbers_of(PackedCircuit(function.circuit(places)).evaluate_bits(bits))
    errors, below = wide_error.wide_cell_errors(function, places, outputs, bits)
    assert errors.max() <= 1.0
    assert errors[below].max() > 0.4


def test_drawn_bits_have_the_edges() -> None:
    bits = wide_error.drawn_bits(np.random.default_rng(0), 3, 2, 5)
    edges = {tuple(row) for row in bits[5:].astype(int).tolist()}
    assert edges >= {(0,) * 6, (1,) * 6, (0, 1, 0, 0, 1, 0), (1, 1, 0, 1, 1, 0)}
    assert len(bits) == 5 + 8
