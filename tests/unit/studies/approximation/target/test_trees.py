"""Targets: trees by hand, sums over products of places, and what is refused."""

import math

import numpy as np
import pytest

from compsparse.studies.approximation.target.generic import RandomCosines
from compsparse.studies.approximation.target.tree import Constituent, Tree
from tests.unit.studies.approximation.planted import shared

PAIR = Constituent((1.2, 0.9), 0.7, 0.3)
OTHER = Constituent((0.5, -0.4), 0.2, 0.1)
TRIPLE = Constituent((1.0, 0.8, 0.6), 0.7, 0.3)


def by_hand(x: float, y: float) -> float:
    return 0.5 + 0.5 * math.sin(math.pi * (1.2 * x + 0.9 * y - 0.7 * x * y - 0.3))


def test_a_constituent_is_its_formula_and_stays_in_the_unit_interval() -> None:
    points = np.random.default_rng(0).random((200, 2))
    values = PAIR(points)
    np.testing.assert_allclose(values, [by_hand(*point) for point in points])
    assert values.min() >= 0
    assert values.max() <= 1


def test_a_tree_reads_neighbours() -> None:
    x = np.random.default_rng(1).random(4)
    wanted = by_hand(by_hand(x[0], x[1]), by_hand(x[2], x[3]))
    assert shared(PAIR, 4)(x) == pytest.approx(wanted)


def test_each_node_may_have_a_constituent_of_its_own() -> None:
    x = np.random.default_rng(2).random((5, 4))
    tree = Tree(((PAIR, OTHER), (PAIR,)))
    wanted = PAIR(np.stack([PAIR(x[:, :2]), OTHER(x[:, 2:])], axis=-1))
    np.testing.assert_allclose(tree(x), wanted)


@pytest.mark.parametrize(("node", "variables", "nodes"), [(PAIR, 8, 7), (TRIPLE, 9, 4)])
def test_counts(node: Constituent, variables: int, nodes: int) -> None:
    tree = shared(node, variables)
    assert tree.nodes == nodes


def test_what_is_no_tree_is_refused() -> None:
    with pytest.raises(ValueError, match="d is 6; allowed: powers of the arity, 2"):
        shared(PAIR, 6)
    with pytest.raises(ValueError, match="d is 1; allowed"):
        shared(PAIR, 1)


@pytest.mark.parametrize(
    "target",
    [
        shared(PAIR, 4),
        Tree(((PAIR, OTHER), (OTHER,))),
        RandomCosines(np.random.default_rng(4), 4, 30, 1.5),
    ],
    ids=["shared", "apart", "generic"],
)
def test_sums_over_products_of_places_are_those_over_all_corners(
    target: Tree | RandomCosines,
) -> None:
    random = np.random.default_rng(5)
    places, weights = random.random((2, 3, 4, 3))
    total = np.zeros(3)
    for corner in np.ndindex(3, 3, 3, 3):
        points = np.stack([places[:, axis, index] for axis, index in enumerate(corner)], axis=-1)
        share = np.prod([weights[:, axis, index] for axis, index in enumerate(corner)], axis=0)
        total += share * target(points)
    np.testing.assert_allclose(target.interpolated(places, weights), total, atol=1e-12)


@pytest.mark.parametrize(
    "target",
    [shared(PAIR, 4), RandomCosines(np.random.default_rng(4), 4, 30, 1.5)],
    ids=["tree", "generic"],
)
def test_a_matrix_has_a_split_in_rows_and_the_rest_in_columns(
    target: Tree | RandomCosines,
) -> None:
    rows, columns = np.random.default_rng(7).random((2, 5, 2))
    found = target.matrix(rows, columns[:3], (0, 2))
    assert found.shape == (5, 3)
    point = [rows[4, 0], columns[1, 0], rows[4, 1], columns[1, 1]]
    assert found[4, 1] == pytest.approx(target(np.array([point]))[0])


def test_a_generic_target_has_mean_square_one_over_draws() -> None:
    points = np.random.default_rng(6).random((500, 8))
    values = np.stack(
        [RandomCosines(np.random.default_rng(seed), 8, 400, 1.5)(points) for seed in range(200)]
    )
    assert abs(values.mean()) < 0.05
    assert (values**2).mean() == pytest.approx(1, abs=0.05)
