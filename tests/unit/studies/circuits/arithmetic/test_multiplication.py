"""Products and squares of all small numbers, with and without a sign."""

import numpy as np
import pytest

from compsparse.studies.circuits.arithmetic.multiplication import product, signed_product, square
from compsparse.studies.circuits.circuit.builder import Builder
from tests.unit.studies.circuits.arithmetic.whole_numbers import on_all, signed

WIDTHS = [(0, 3), (1, 1), (3, 4), (5, 2), (5, 5)]


@pytest.mark.parametrize("fold", [False, True])
@pytest.mark.parametrize(("first", "second"), WIDTHS)
def test_products(first: int, second: int, fold: bool) -> None:
    a, b, result = on_all(product, first, second, fold=fold).T
    np.testing.assert_array_equal(result, a * b)


@pytest.mark.parametrize("fold", [False, True])
@pytest.mark.parametrize(("first", "second"), WIDTHS[1:])
def test_products_in_twos_complement(first: int, second: int, fold: bool) -> None:
    a, b, result = on_all(signed_product, first, second, fold=fold).T
    wanted = signed(a, first) * signed(b, second)
    np.testing.assert_array_equal(signed(result, first + second), wanted)


@pytest.mark.parametrize("sign", [False, True])
@pytest.mark.parametrize("width", [1, 2, 3, 6])
def test_squares(width: int, sign: bool) -> None:
    rows = on_all(lambda made, a, _: square(made, a, signed=sign), width, 0, fold=True)
    a = signed(rows[:, 0], width) if sign else rows[:, 0]
    np.testing.assert_array_equal(rows[:, 2], a * a)


def test_a_square_takes_about_half_of_a_product() -> None:
    alone, twice = Builder(16, fold=True), Builder(32, fold=True)
    square(alone, range(16))
    product(twice, range(16), range(16, 32))
    assert alone.size < 0.65 * twice.size


def test_numbers_have_the_places_of_both_factors() -> None:
    builder = Builder(5, fold=True)
    assert len(product(builder, range(2), range(2, 5))) == 5
    assert len(square(builder, range(5), signed=True)) == 10
