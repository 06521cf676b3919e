"""Targets, drawn from their descriptions in a job's parameters."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from jaxtyping import Float64

from compsparse.studies.approximation.target.constituent import Constituent, Curve
from compsparse.studies.approximation.target.generic import RandomCosines
from compsparse.studies.approximation.target.tree import Tree, nodes_by_level
from compsparse.studies.approximation.worlds import World

Target = Tree | RandomCosines
_ROUNDING = 1e-12  # of the largest value


@dataclass(frozen=True, kw_only=True)
class _InWorld:
    """The world of a tree, which may replace what it is made of.

    ``cosines`` and ``spread`` are those of the random function in the world ``one_constituent``.
    """

    world: World = "none"
    cosines: int = 0
    spread: float = 0.0


@dataclass(frozen=True)
class TreeTarget(_InWorld):
    """A tree with one constituent in each level, from the leaves up, or one in all levels."""

    constituents: Sequence[Constituent]
    kind: Literal["tree"] = "tree"


@dataclass(frozen=True)
class Ranges:
    """Limits, low and high, of the parameters of constituents: a slope for each variable."""

    slopes: Sequence[tuple[float, float]]
    product: tuple[float, float]
    offset: tuple[float, float]


@dataclass(frozen=True)
class DifferentTarget(_InWorld):
    """A tree whose nodes have different constituents, drawn uniformly within ``ranges``."""

    ranges: Ranges
    kind: Literal["different"] = "different"


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
    if isinstance(description, DifferentTarget):
        numbers = nodes_by_level(variables, len(description.ranges.slopes))
        tree = Tree(tuple(_drawn(description.ranges, nodes, random) for nodes in numbers))
    else:
        given = tuple(description.constituents)
        number = len(nodes_by_level(variables, given[0].arity))
        if len(given) not in (1, number):
            raise ValueError(f"A tree of {number} levels has {len(given)} constituents.")
        tree = Tree(tuple((constituent,) for constituent in given * (number // len(given))))
    if description.world == "kinked":
        return _with_curves(tree, "kinked", "kinked")
    if description.world == "additive":
        return _with_curves(tree, "sum_of_sines", "mean")
    return tree


def _drawn(ranges: Ranges, nodes: int, random: np.random.Generator) -> tuple[Constituent, ...]:
    return tuple(
        Constituent(
            tuple(random.uniform(*limits) for limits in ranges.slopes),
            random.uniform(*ranges.product),
            random.uniform(*ranges.offset),
        )
        for _ in range(nodes)
    )


def _with_curves(tree: Tree, lowest: Curve, upper: Curve) -> Tree:
    curves = [lowest, *[upper] * (len(tree.levels) - 1)]
    return Tree(
        tuple(
            tuple(replace(node, curve=curve) for node in level)
            for level, curve in zip(tree.levels, curves, strict=True)
        )
    )


def require_variance(values: Float64[np.ndarray, "*place"]) -> None:
    """Refuse values that are equal up to rounding, so that their variance is no divisor.

    Raises:
        ValueError: they are.
    """
    if values.max() - values.min() <= _ROUNDING * np.abs(values).max():
        raise ValueError("The target has the same value at all points: its variance is 0.")
