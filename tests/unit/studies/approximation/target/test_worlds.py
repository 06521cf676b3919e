"""Targets of descriptions, and what each world makes of a tree."""

import math
from typing import Any

import numpy as np
import pytest
from pydantic import ValidationError

from compsparse.studies.approximation.target.generic import RandomCosines
from compsparse.studies.approximation.target.target import draw_target
from compsparse.studies.approximation.target.tree import Tree
from tests.unit.studies.approximation.planted import (
    DIFFERENT,
    GENERIC,
    OTHER,
    PAIR,
    TREE,
    described,
)

X = np.random.default_rng(0).random((50, 4))


def random() -> np.random.Generator:
    return np.random.default_rng(0)


def values(description: dict[str, Any], seed: int = 1) -> np.ndarray:
    return draw_target(described(description), 4, np.random.default_rng(seed))(X)


def angles(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    return np.asarray(math.pi * (1.2 * x + 0.9 * y - 0.7 * x * y - 0.3))


def test_constituents_are_given_from_the_leaves_up() -> None:
    levels = {"kind": "tree", "constituents": [OTHER, PAIR]}
    below = [
        draw_target(described({"kind": "tree", "constituents": [OTHER]}), 2, random())(part)
        for part in (X[:, :2], X[:, 2:])
    ]
    np.testing.assert_allclose(values(levels), 0.5 + 0.5 * np.sin(angles(*below)))
    with pytest.raises(ValueError, match="A tree of 2 levels has 3 constituents"):
        values({"kind": "tree", "constituents": [OTHER, PAIR, PAIR]})


def test_different_constituents_are_drawn_for_each_node_within_their_ranges() -> None:
    tree = draw_target(described(DIFFERENT), 8, random())
    assert isinstance(tree, Tree)
    nodes = [node for level in tree.levels for node in level]
    assert len(nodes) == len(set(nodes)) == 7
    ranges = DIFFERENT["ranges"]
    for node in nodes:
        drawn = (*node.slopes, node.product, node.offset)
        allowed = (*ranges["slopes"], ranges["product"], ranges["offset"])
        assert all(low <= value <= high for value, (low, high) in zip(drawn, allowed, strict=True))
    assert (values(DIFFERENT) != values(DIFFERENT, 2)).all()


@pytest.mark.parametrize("world", ["none", "identity", "structured"])
def test_these_worlds_leave_a_tree_as_it_is(world: str) -> None:
    np.testing.assert_array_equal(values({**TREE, "world": world}), values(TREE))


def test_an_additive_tree_is_a_mean_of_curves_of_one_variable_each() -> None:
    curves = [np.sin(math.pi * (slope * X[:, k] - 0.3)) for k, slope in enumerate([1.2, 0.9] * 2)]
    wanted = 0.5 + 0.5 * np.mean(curves, axis=0)
    np.testing.assert_allclose(values({**TREE, "world": "additive"}), wanted)


def test_kinked_constituents_have_a_triangle_wave_at_every_node() -> None:
    def kinked(x: np.ndarray, y: np.ndarray) -> np.ndarray:
        # from 0 up to 1, down to -1 and up again, in straight lines
        turns = angles(x, y) / (2 * math.pi) + 0.25
        return np.asarray(1 - 2 * np.abs(2 * (turns - np.floor(turns)) - 1)) * 0.5 + 0.5

    wanted = kinked(kinked(X[:, 0], X[:, 1]), kinked(X[:, 2], X[:, 3]))
    np.testing.assert_allclose(values({**TREE, "world": "kinked"}), wanted, atol=1e-12)


def test_one_constituent_is_a_random_function_of_all_variables() -> None:
    world = {**TREE, "world": "one_constituent", "cosines": 20, "spread": 1.5}
    assert isinstance(draw_target(described(world), 4, np.random.default_rng(1)), RandomCosines)
    np.testing.assert_array_equal(values(world), values(GENERIC))


def test_what_is_unknown_or_no_tree_is_refused() -> None:
    with pytest.raises(ValidationError, match="'flat'"):
        values({**TREE, "world": "flat"})
    with pytest.raises(ValidationError, match="'forest'"):
        values({"kind": "forest"})
    for description in (TREE, DIFFERENT):
        with pytest.raises(ValueError, match="d is 6; allowed: powers of the arity, 2"):
            draw_target(described(description), 6, random())


def test_many_points_are_asked_as_few_are() -> None:
    target = draw_target(described({**GENERIC, "cosines": 2}), 4, np.random.default_rng(1))
    points = np.random.default_rng(2).random((3, 7000, 4))  # more than one chunk
    found = target(points)
    assert found.shape == (3, 7000)
    np.testing.assert_allclose(found[2, -5:], target(points[2, -5:]), rtol=1e-12)
