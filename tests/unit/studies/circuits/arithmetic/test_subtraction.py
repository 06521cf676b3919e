"""Differences of all small numbers; quotients and roots, which are made of them."""

from math import isqrt

import numpy as np
import pytest

from compsparse.studies.circuits.arithmetic.subtraction import (
    difference,
    quotient,
    subtracted_if_it_fits,
    whole_square_root,
)
from compsparse.studies.circuits.circuit.builder import Builder
from tests.unit.studies.circuits.arithmetic.whole_numbers import on_all

WIDTHS = [(1, 1), (4, 2), (4, 4), (5, 0)]


@pytest.mark.parametrize("fold", [False, True])
@pytest.mark.parametrize(("first", "second"), WIDTHS)
def test_differences_modulo_the_width(first: int, second: int, fold: bool) -> None:
    a, b, result = on_all(difference, first, second, fold=fold).T
    np.testing.assert_array_equal(result, (a - b) % 2**first)


@pytest.mark.parametrize("fold", [False, True])
@pytest.mark.parametrize(("first", "second"), WIDTHS)
def test_one_restoring_step(first: int, second: int, fold: bool) -> None:
    def gates(builder: Builder, a: range, b: range) -> list[int]:
        fits, left = subtracted_if_it_fits(builder, a, b)
        return [*left, fits]

    a, b, result = on_all(gates, first, second, fold=fold).T
    np.testing.assert_array_equal(result >> first, a >= b)
    np.testing.assert_array_equal(result % 2**first, np.where(a >= b, a - b, a))


@pytest.mark.parametrize("fold", [False, True])
@pytest.mark.parametrize("width", [0, 2, 4, 10])
def test_roots(width: int, fold: bool) -> None:
    rows = on_all(lambda made, a, _: whole_square_root(made, a), width, 0, fold=fold)
    assert rows[:, 2].tolist() == [isqrt(number) for number in range(2**width)]


@pytest.mark.parametrize(
    ("first", "second", "places"), [(3, 3, 0), (3, 4, 3), (4, 4, 6), (1, 5, 2)]
)
def test_quotients(first: int, second: int, places: int) -> None:
    rows = on_all(lambda made, a, b: quotient(made, a, b, places), first, second, fold=True)
    a, b, result = rows[(rows[:, 1] > 0) & (rows[:, 0] < 2 * rows[:, 1])].T
    np.testing.assert_array_equal(result, (a << places) // b)


def test_a_root_waits_for_every_digit() -> None:
    depths = []
    for width in (8, 16, 32):
        builder = Builder(width, fold=True)
        depths.append(builder.build(whole_square_root(builder, range(width))).depth)
    assert depths[2] - depths[1] > 3 * (depths[1] - depths[0])  # quadratic, not linear


def test_mistakes_of_callers_are_told() -> None:
    with pytest.raises(ValueError, match="at least as wide"):
        difference(Builder(3), [0], [1, 2])
    with pytest.raises(ValueError, match="pairs of places, but the number has 3"):
        whole_square_root(Builder(3), range(3))
    with pytest.raises(ValueError, match="A numerator of 2 places over 1"):
        quotient(Builder(3), [0, 1], [2], 4)
