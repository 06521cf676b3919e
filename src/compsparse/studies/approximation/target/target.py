"""Targets, drawn from their descriptions in a job's parameters: a run is a target of its own.

Draws go by names, so that all jobs of a run that ask for a module, a constituent of that name, get
the same one: at every d, at every number of examples, and in source and target.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from jaxtyping import Float64

from compsparse.studies.approximation.target.generic import RandomCosines
from compsparse.studies.approximation.target.tree import Constituent, Curve, Tree, nodes_by_level
from compsparse.studies.approximation.worlds import World
from workflow_engine.seeds import generator

Target = Tree | RandomCosines
_ROUNDING = 1e-12  # of the largest value


@dataclass(frozen=True)
class Ranges:
    """Limits, low and high, of the parameters of constituents: a slope for each variable."""

    slopes: Sequence[tuple[float, float]]
    product: tuple[float, float]
    offset: tuple[float, float]


@dataclass(frozen=True)
class Module:
    """A constituent, drawn uniformly within ``ranges``: the same for all who know its name."""

    name: str
    ranges: Ranges


@dataclass(frozen=True)
class TreeTarget:
    """A tree with one module in each level, from the leaves up, or one in all levels.

    With ``apart`` each node has a constituent of its own. A ``world`` may replace what the tree is
    made of; ``cosines`` and ``spread`` are those of the random function in ``one_constituent``.
    """

    modules: Sequence[Module]
    apart: bool = False
    world: World = "none"
    cosines: int = 0
    spread: float = 0.0
    kind: Literal["tree"] = "tree"


@dataclass(frozen=True)
class GenericTarget:
    """A sum of random cosines of all variables."""

    cosines: int
    spread: float
    kind: Literal["generic"] = "generic"


TargetDescription = TreeTarget | GenericTarget


def draw_target(description: TargetDescription, variables: int, root_seed: int, run: int) -> Target:
    """Return the target of d variables of a run.

    Raises:
        ValueError: d is no power of a tree's arity, or the tree has another number of levels.
    """

    def draw(*names: str) -> np.random.Generator:
        return generator(root_seed, "approximation", "target", *names, run)

    names = ["generic"]
    if isinstance(description, TreeTarget):
        names = [module.name for module in description.modules]
    if isinstance(description, GenericTarget) or description.world == "one_constituent":
        random = draw(*names, str(variables))
        return RandomCosines(random, variables, description.cosines, description.spread)
    given = tuple(description.modules)
    numbers = nodes_by_level(variables, len(given[0].ranges.slopes))
    if len(given) not in (1, len(numbers)):
        raise ValueError(f"A tree of {len(numbers)} levels has {len(given)} modules.")
    levels = []
    for level, (number, module) in enumerate(
        zip(numbers, given * (len(numbers) // len(given)), strict=True)
    ):
        random = draw(module.name, *([f"level {level}"] if description.apart else []))
        nodes = number if description.apart else 1
        levels.append(tuple(_constituent(module.ranges, random) for _ in range(nodes)))
    if description.world == "kinked":
        return _with_curves(levels, "kinked", "kinked")
    if description.world == "additive":
        return _with_curves(levels, "sum_of_sines", "mean")
    return Tree(tuple(levels))


def _constituent(ranges: Ranges, random: np.random.Generator) -> Constituent:
    return Constituent(
        tuple(random.uniform(*limits) for limits in ranges.slopes),
        random.uniform(*ranges.product),
        random.uniform(*ranges.offset),
    )


def _with_curves(levels: list[tuple[Constituent, ...]], lowest: Curve, upper: Curve) -> Tree:
    curves = [lowest, *[upper] * (len(levels) - 1)]
    return Tree(
        tuple(
            tuple(replace(node, curve=curve) for node in level)
            for level, curve in zip(levels, curves, strict=True)
        )
    )


def require_variance(values: Float64[np.ndarray, "*place"]) -> None:
    """Refuse values that are equal up to rounding, so that their variance is no divisor.

    Raises:
        ValueError: they are.
    """
    if values.max() - values.min() <= _ROUNDING * np.abs(values).max():
        raise ValueError("The target has the same value at all points: its variance is 0.")
