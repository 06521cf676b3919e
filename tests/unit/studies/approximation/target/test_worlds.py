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
    DRAWN,
    GENERIC,
    OTHER,
    PAIR,
    RANGES,
    TREE,
    described,
)

X = np.random.default_rng(0).random((50, 4))


def drawn(description: dict[str, Any], variables: int = 4, run: int = 0) -> Tree | RandomCosines:
    return draw_target(described(description), variables, 1, run)


def values(description: dict[str, Any], run: int = 0) -> np.ndarray:
    return drawn(description, run=run)(X)


def angles(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    return np.asarray(math.pi * (1.2 * x + 0.9 * y - 0.7 * x * y - 0.3))


def test_modules_are_given_from_the_leaves_up() -> None:
    levels = {"kind": "tree", "modules": [OTHER, PAIR]}
    below = [drawn({"kind": "tree", "modules": [OTHER]}, 2)(part) for part in (X[:, :2], X[:, 2:])]
    np.testing.assert_allclose(values(levels), 0.5 + 0.5 * np.sin(angles(*below)))
    with pytest.raises(ValueError, match="A tree of 2 levels has 3 modules"):
        values({"kind": "tree", "modules": [OTHER, PAIR, PAIR]})


@pytest.mark.parametrize("description", [DRAWN, DIFFERENT], ids=["one", "apart"])
def test_constituents_are_drawn_within_their_ranges(description: dict[str, Any]) -> None:
    tree = drawn(description, 8)
    assert isinstance(tree, Tree)
    nodes = [node for level in tree.levels for node in level]
    assert len(set(nodes)) == (7 if description is DIFFERENT else 1)
    for node in nodes:
        parts = (*node.slopes, node.product, node.offset)
        allowed = (*RANGES["slopes"], RANGES["product"], RANGES["offset"])
        assert all(low <= value <= high for value, (low, high) in zip(parts, allowed, strict=True))
    assert (values(description) != values(description, 1)).all()


def test_a_module_is_the_same_for_all_who_know_its_name() -> None:
    other = {"name": "another", "ranges": RANGES}
    (known,) = DRAWN["modules"]
    small, large, mixed = (
        drawn(DRAWN, 4),
        drawn(DRAWN, 16),
        drawn({"kind": "tree", "modules": [known, other]}),
    )
    assert isinstance(small, Tree) and isinstance(large, Tree) and isinstance(mixed, Tree)
    assert small.levels[0] == large.levels[3] == mixed.levels[0] != mixed.levels[1]


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
    assert isinstance(drawn(world), RandomCosines)
    other = {**world, "modules": [OTHER]}  # of another name, and so another function
    assert (values(world) != values(other)).all()


def test_what_is_unknown_or_no_tree_is_refused() -> None:
    with pytest.raises(ValidationError, match="'flat'"):
        values({**TREE, "world": "flat"})
    with pytest.raises(ValidationError, match="'forest'"):
        values({"kind": "forest"})
    for description in (TREE, DIFFERENT):
        with pytest.raises(ValueError, match="d is 6; allowed: powers of the arity, 2"):
            drawn(description, 6)


def test_many_points_are_asked_as_few_are() -> None:
    target = drawn({**GENERIC, "cosines": 2})
    points = np.random.default_rng(2).random((3, 7000, 4))  # more than one chunk
    found = target(points)
    assert found.shape == (3, 7000)
    np.testing.assert_allclose(found[2, -5:], target(points[2, -5:]), rtol=1e-12)
