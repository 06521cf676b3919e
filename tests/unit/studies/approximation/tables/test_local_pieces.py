"""Interpolation: exact on polynomials of its order, and errors that fall with it."""

from typing import get_args

import numpy as np
import pytest

from compsparse.studies.approximation.tables.errors import (
    pieces,
    relative_error,
    table_of_all_variables,
    tree_of_tables,
)
from compsparse.studies.approximation.tables.local_pieces import (
    Order,
    interpolate,
    stencil,
    tabulate,
)
from compsparse.studies.approximation.target.generic import RandomCosines
from compsparse.studies.approximation.target.tree import Constituent
from tests.unit.studies.approximation.planted import shared

PAIR = Constituent((1.2, 0.9), 0.7, 0.3)
ORDERS = get_args(Order)


@pytest.mark.parametrize("order", ORDERS)
def test_polynomials_of_a_smaller_degree_are_met(order: Order) -> None:
    def polynomial(points: np.ndarray) -> np.ndarray:
        x, y = points[..., 0], points[..., 1]
        return np.asarray(1 + (x + 2 * y + 3 * x * y) ** (order - 1))

    points = np.random.default_rng(0).random((100, 2))
    found = interpolate(tabulate(polynomial, 7, 2), points, order)
    np.testing.assert_allclose(found, polynomial(points), atol=1e-10)


@pytest.mark.parametrize("order", ORDERS)
def test_weights_add_up_and_grid_points_are_met(order: Order) -> None:
    index, weights = stencil(np.random.default_rng(1).random((50, 3)), 9, order)
    np.testing.assert_allclose(weights.sum(axis=-1), 1)
    assert index.min() >= 0
    assert index.max() <= 8
    grid = np.linspace(0, 1, 9)
    values = np.random.default_rng(2).random(9)
    np.testing.assert_allclose(interpolate(values, grid[:, None], order), values, atol=1e-12)


@pytest.mark.parametrize("order", ORDERS)
def test_a_table_of_all_variables_variables_is_the_stored_one(order: Order) -> None:
    points = np.random.default_rng(3).random((40, 2))
    for target in (shared(PAIR, 2), RandomCosines(np.random.default_rng(1), 2, 20, 1.5)):
        stored = interpolate(tabulate(target, 6, 2), points, order)
        found = table_of_all_variables(target, 6, order, points, cells=16)
        np.testing.assert_allclose(found, stored, atol=1e-12)


def test_chunks_change_nothing() -> None:
    points = np.random.default_rng(3).random((40, 4))
    tree = shared(PAIR, 4)
    whole = table_of_all_variables(tree, 6, 2, points, cells=16)
    np.testing.assert_array_equal(table_of_all_variables(tree, 6, 2, points, cells=2**20), whole)


@pytest.mark.parametrize(("order", "factor"), [(1, 2), (2, 4), (4, 16)])
def test_half_the_spacing_divides_the_error_by_two_to_the_order(order: Order, factor: int) -> None:
    tree, points = shared(PAIR, 4), np.random.default_rng(4).random((4000, 4))
    wanted = tree(points)
    coarse, fine = (
        relative_error(tree_of_tables(tree, grid, pieces(order), points), wanted)
        for grid in (17, 33)
    )
    assert coarse / fine == pytest.approx(factor, rel=0.1)


def test_a_target_without_variance_is_named() -> None:
    with pytest.raises(ValueError, match="its variance is 0"):
        relative_error(np.ones(3), np.ones(3))
