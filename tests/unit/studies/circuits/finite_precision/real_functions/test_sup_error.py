"""Codes, cells and their errors."""

import numpy as np
import pytest

from compsparse.studies.circuits.finite_precision.real_functions.catalogue import FUNCTIONS
from compsparse.studies.circuits.finite_precision.real_functions.sup_error import (
    all_codes,
    cell_errors,
    drawn_codes,
    input_bits,
)


def test_all_codes_and_those_that_keep_few_places() -> None:
    assert all_codes(2, 1).ravel().tolist() == [0, 1, 2, 3]
    assert all_codes(3, 1, 1).ravel().tolist() == [0, 4]
    pairs = all_codes(2, 2, 1)
    assert pairs.tolist() == [[0, 0], [2, 0], [0, 2], [2, 2]]


@pytest.mark.parametrize("coordinates", [1, 2])
def test_drawn_codes_have_the_edges(coordinates: int) -> None:
    codes = drawn_codes(np.random.default_rng(0), 5, coordinates, 7)
    assert codes.max() == 31
    rows = {tuple(row) for row in codes[7:].tolist()}
    for edge in (0, 1, 2, 15, 16, 17, 30, 31):
        assert (edge,) * coordinates in rows
        assert (0,) * (coordinates - 1) + (edge,) in rows


def test_inputs_are_the_coordinates_one_after_the_other() -> None:
    bits = input_bits(np.array([[1, 2]], dtype=np.uint64), 2)
    assert bits.tolist() == [[True, False, False, True]]


def test_an_error_is_that_at_the_worse_corner() -> None:
    function = FUNCTIONS["reciprocal"]
    codes = np.array([[0], [3]], dtype=np.uint64)  # two places of input for one of output
    errors, below = cell_errors(function, 1, np.array([1, 0], dtype=np.uint64), codes)
    # 1 to 0.8 against 0.5; 4/7 to 0.5 against 0
    np.testing.assert_allclose(errors, [1.0, 2 * 4 / 7])
    assert below.tolist() == [False, True]


def test_shorter_codes_have_larger_cells() -> None:
    function = FUNCTIONS["product"]
    codes = np.array([[4, 4]], dtype=np.uint64)  # 1/2 of three places
    outputs = np.array([1], dtype=np.uint64)
    errors, _ = cell_errors(function, 1, outputs, codes, kept=1)
    np.testing.assert_allclose(errors, [2 * (1 - 0.5)])


@pytest.mark.parametrize("name", FUNCTIONS)
def test_no_point_of_a_cell_is_worse_than_its_corners(name: str) -> None:
    function = FUNCTIONS[name]
    width, random = function.code_places(3), np.random.default_rng(1)
    codes = drawn_codes(random, width, function.coordinates, 30)
    outputs = random.integers(8, size=len(codes)).astype(np.uint64)
    errors, _ = cell_errors(function, 3, outputs, codes)
    for _ in range(20):
        points = (codes + random.random(codes.shape)) / 2.0**width
        point_errors = np.abs(outputs / 8 - function.true(*points.T)) * 8
        assert (point_errors <= errors + 1e-12).all()


def test_float64_is_not_asked_for_more_than_it_has() -> None:
    codes = np.zeros((1, 1), dtype=np.uint64)
    with pytest.raises(ValueError, match="at most 24"):
        cell_errors(FUNCTIONS["sine"], 25, codes[:, 0], codes)
