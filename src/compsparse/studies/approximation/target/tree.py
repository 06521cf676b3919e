"""Balanced trees of constituents: f of d = arity^levels variables (document 000, Definition).

Variables are the leaves, in order; each node reads neighbouring nodes of the level below. A level
has one constituent that all its nodes share, or one for each node.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64

from compsparse.studies.approximation.target.constituent import Constituent

Node = Callable[[Float64[np.ndarray, "*point arity"]], Float64[np.ndarray, "*point"]]


@dataclass(frozen=True)
class Tree:
    """A target.

    Attributes:
        levels: from the leaves up; in each one constituent, or one for each node.
    """

    levels: tuple[tuple[Constituent, ...], ...]

    def __post_init__(self) -> None:
        """Check that arities are equal and each level has one constituent or one for each node."""
        arities = {node.arity for level in self.levels for node in level}
        if len(arities) != 1:
            raise ValueError(f"All constituents of a tree have one arity; these have {arities}.")
        for place, level in enumerate(self.levels):
            nodes = self.arity ** (len(self.levels) - 1 - place)
            if len(level) not in (1, nodes):
                raise ValueError(
                    f"Level {place + 1} has {len(level)} constituents; allowed: 1 or {nodes}."
                )

    @property
    def arity(self) -> int:
        """Variables of a constituent."""
        return self.levels[0][0].arity

    @property
    def variables(self) -> int:
        """Number of leaves, d."""
        leaves: int = self.arity ** len(self.levels)
        return leaves

    @property
    def nodes(self) -> int:
        """Number of constituents, (d - 1) / (arity - 1)."""
        return (self.variables - 1) // (self.arity - 1)

    def __call__(self, inputs: Float64[np.ndarray, "*point d"]) -> Float64[np.ndarray, "*point"]:
        """Return the values at points of the unit cube."""
        return evaluate_levels(self.levels, self.arity, inputs)

    def interpolated(
        self,
        places: Float64[np.ndarray, "point d choice"],
        weights: Float64[np.ndarray, "point d choice"],
    ) -> Float64[np.ndarray, " point"]:
        """Return weighted sums of values over all choices of a place for each variable.

        Places of a subtree are a product, so that a node is evaluated once for each of its choices.
        """
        values = [places[:, axis] for axis in range(places.shape[1])]
        shares = [weights[:, axis] for axis in range(places.shape[1])]
        for level in self.levels:
            nodes = level * (len(values) // self.arity) if len(level) == 1 else level
            groups = range(0, len(values), self.arity)
            values = [
                node(np.stack(_products(values[first : first + self.arity]), axis=-1))
                for node, first in zip(nodes, groups, strict=True)
            ]
            shares = [
                np.prod(_products(shares[first : first + self.arity]), axis=0) for first in groups
            ]
        return np.asarray((values[0] * shares[0]).sum(axis=-1))


def _products(parts: list[Float64[np.ndarray, "point _"]]) -> list[np.ndarray]:
    """Return each part at all combinations of choices, side by side."""
    sizes = [part.shape[1] for part in parts]
    spread = []
    for axis, part in enumerate(parts):
        shape = [1] * len(parts)
        shape[axis] = sizes[axis]
        full = np.broadcast_to(part.reshape(len(part), *shape), (len(part), *sizes))
        spread.append(full.reshape(len(part), -1))
    return spread


def evaluate_levels(
    levels: Sequence[Sequence[Node]], arity: int, inputs: Float64[np.ndarray, "*point d"]
) -> Float64[np.ndarray, "*point"]:
    """Return the values of a tree of nodes at points, level by level.

    Raises:
        ValueError: the number of variables is no power of the arity with these levels.
    """
    if inputs.shape[-1] != arity ** len(levels):
        raise ValueError(
            f"Points have {inputs.shape[-1]} variables; {len(levels)} levels of arity {arity} "
            f"read {arity ** len(levels)}."
        )
    values = inputs
    for level in levels:
        pairs = values.reshape(*values.shape[:-1], -1, arity)
        if len(level) == 1:
            values = level[0](pairs)
        else:
            values = np.stack([node(pairs[..., k, :]) for k, node in enumerate(level)], axis=-1)
    return values[..., 0]


def nodes_by_level(variables: int, arity: int) -> list[int]:
    """Return the number of nodes of each level, from the leaves up.

    Raises:
        ValueError: the number of variables is no power of the arity.
    """
    nodes, left = [], variables
    while left > 1 and left % arity == 0:
        left //= arity
        nodes.append(left)
    if left != 1 or not nodes:
        raise ValueError(
            f"d is {variables}; allowed: powers of the arity, {arity}, from the first."
        )
    return nodes


def shared(constituent: Constituent, variables: int) -> Tree:
    """Return the tree with the same constituent at every node.

    Raises:
        ValueError: the number of variables is no power of the arity.
    """
    return Tree(((constituent,),) * len(nodes_by_level(variables, constituent.arity)))
