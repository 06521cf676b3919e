"""Any target, from its description in a job's parameters.

A description is a mapping with a ``kind``: ``tree`` has the constituents of its levels, from the
leaves up, or one of all levels; ``different`` has one of its own at every node, drawn within
``ranges`` of slopes, product and offset; ``generic`` is a sum of random cosines. A ``world``
replaces what a tree is made of.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from compsparse.studies.approximation.target.constituent import Constituent, constituent
from compsparse.studies.approximation.target.generic import RandomCosines
from compsparse.studies.approximation.target.tree import Tree, levels_of

Target = Tree | RandomCosines


def target_of(
    description: Mapping[str, Any], variables: int, random: np.random.Generator
) -> Target:
    """Return a target of so many variables; ``random`` draws what is random about it.

    Raises:
        ValueError: the number of variables is no power of a tree's arity, or its levels are others.
    """
    world = description.get("world", "none")
    if description["kind"] == "generic" or world == "one_constituent":
        return RandomCosines(random, variables, description["cosines"], description["spread"])
    tree = _tree(description, variables, random)
    if world in ("none", "identity", "structured"):
        return tree
    if world == "kinked":
        return _with_curves(tree, ["kinked"] * len(tree.levels))
    if world == "additive":
        return _with_curves(tree, ["sum_of_sines", *["mean"] * (len(tree.levels) - 1)])
    raise ValueError(f"The world {world!r} of a target is unknown.")


def _tree(description: Mapping[str, Any], variables: int, random: np.random.Generator) -> Tree:
    if description["kind"] == "different":
        levels = levels_of(variables, len(description["ranges"]["slopes"]))
        return Tree(tuple(_drawn(description["ranges"], nodes, random) for nodes in levels))
    if description["kind"] != "tree":
        raise ValueError(f"The target {description['kind']!r} is unknown.")
    nodes = [constituent(of) for of in description["constituents"]]
    number = len(levels_of(variables, nodes[0].arity))
    if len(nodes) not in (1, number):
        raise ValueError(f"A tree of {number} levels has {len(nodes)} constituents.")
    return Tree(tuple((of,) for of in nodes * (number // len(nodes))))


def _drawn(
    ranges: Mapping[str, Any], nodes: int, random: np.random.Generator
) -> tuple[Constituent, ...]:
    return tuple(
        Constituent(
            tuple(random.uniform(*of) for of in ranges["slopes"]),
            random.uniform(*ranges["product"]),
            random.uniform(*ranges["offset"]),
        )
        for _ in range(nodes)
    )


def _with_curves(tree: Tree, curves: list[Any]) -> Tree:
    levels = zip(tree.levels, curves, strict=True)
    return Tree(tuple(tuple(replace(of, curve=curve) for of in level) for level, curve in levels))
