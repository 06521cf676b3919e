"""Targets, drawn from their descriptions in a job's parameters."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from compsparse.studies.approximation.target.constituent import Constituent, Curve
from compsparse.studies.approximation.target.generic import RandomCosines
from compsparse.studies.approximation.target.tree import Tree, nodes_by_level

Target = Tree | RandomCosines
TreeWorld = Literal["none", "identity", "structured", "additive", "kinked", "one_constituent"]


@dataclass(frozen=True)
class TreeTarget:
    """A tree with one constituent in each level.

    Attributes:
        constituents: of the levels, from the leaves up, or one of all levels.
        world: replaces what the tree is made of.
        cosines: in the world ``one_constituent``, number of random cosines.
        spread: in the world ``one_constituent``, of their frequencies.
    """

    constituents: Sequence[Constituent]
    kind: Literal["tree"] = "tree"
    world: TreeWorld = "none"
    cosines: int = 0
    spread: float = 0.0


@dataclass(frozen=True)
class Ranges:
    """Limits, low and high, of the parameters of constituents.

    Attributes:
        slopes: limits of the slope of each variable.
        product: limits.
        offset: limits.
    """

    slopes: Sequence[tuple[float, float]]
    product: tuple[float, float]
    offset: tuple[float, float]


@dataclass(frozen=True)
class DifferentTarget:
    """A tree whose nodes have different constituents, drawn uniformly within ``ranges``.

    The other attributes are those of ``TreeTarget``.
    """

    ranges: Ranges
    kind: Literal["different"] = "different"
    world: TreeWorld = "none"
    cosines: int = 0
    spread: float = 0.0


@dataclass(frozen=True)
class GenericTarget:
    """A sum of random cosines of all variables."""

    cosines: int
    spread: float
    kind: Literal["generic"] = "generic"


TargetDescription = TreeTarget | DifferentTarget | GenericTarget


def draw_target(
    description: TargetDescription, variables: int, random: np.random.Generator
) -> Target:
    """Return a target of d variables; ``random`` draws what is random about it.

    Raises:
        ValueError: d is no power of a tree's arity, or the tree has another number of levels.
    """
    if isinstance(description, GenericTarget) or description.world == "one_constituent":
        return RandomCosines(random, variables, description.cosines, description.spread)
    tree = _tree(description, variables, random)
    if description.world == "kinked":
        return _with_curves(tree, ["kinked"] * len(tree.levels))
    if description.world == "additive":
        upper: list[Curve] = ["mean"] * (len(tree.levels) - 1)
        return _with_curves(tree, ["sum_of_sines", *upper])
    return tree


def _tree(
    description: TreeTarget | DifferentTarget, variables: int, random: np.random.Generator
) -> Tree:
    if isinstance(description, DifferentTarget):
        levels = nodes_by_level(variables, len(description.ranges.slopes))
        return Tree(tuple(_drawn(description.ranges, nodes, random) for nodes in levels))
    given = tuple(description.constituents)
    number = len(nodes_by_level(variables, given[0].arity))
    if len(given) not in (1, number):
        raise ValueError(f"A tree of {number} levels has {len(given)} constituents.")
    return Tree(tuple((constituent,) for constituent in given * (number // len(given))))


def _drawn(ranges: Ranges, nodes: int, random: np.random.Generator) -> tuple[Constituent, ...]:
    return tuple(
        Constituent(
            tuple(random.uniform(*limits) for limits in ranges.slopes),
            random.uniform(*ranges.product),
            random.uniform(*ranges.offset),
        )
        for _ in range(nodes)
    )


def _with_curves(tree: Tree, curves: Sequence[Curve]) -> Tree:
    return Tree(
        tuple(
            tuple(replace(node, curve=curve) for node in level)
            for level, curve in zip(tree.levels, curves, strict=True)
        )
    )
