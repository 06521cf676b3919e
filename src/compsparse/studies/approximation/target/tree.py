"""Balanced trees of constituents: f of d = arity^levels variables (document 000, Definition).

Variables are the leaves, in order; each node reads neighbouring nodes of the level below. A level
has one constituent that all its nodes share, or one for each node.

A constituent is a function of few variables, from [0, 1] into [0, 1].
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from jaxtyping import Float64

Curve = Literal["sine", "kinked", "sum_of_sines", "mean"]


@dataclass(frozen=True)
class Constituent:
    """1/2 + 1/2 sin(pi (sum_i slopes_i x_i - product x_1 ... x_k - offset)), or another curve.

    Attributes:
        slopes: one for each variable.
        product: weight of the product of all variables; without it the argument would be additive.
        offset: of the argument.
        curve: ``kinked`` has a triangle wave in place of the sine; ``sum_of_sines`` is the mean of
            a curve of each variable, and ``mean`` that of the variables: both are additive.
    """

    slopes: tuple[float, ...]
    product: float
    offset: float
    curve: Curve = "sine"

    @property
    def arity(self) -> int:
        """Number of variables."""
        return len(self.slopes)

    def __call__(
        self, inputs: Float64[np.ndarray, "*point arity"]
    ) -> Float64[np.ndarray, "*point"]:
        """Return the values at points."""
        if self.curve == "mean":
            return np.asarray(inputs.mean(axis=-1))
        if self.curve == "sum_of_sines":
            angles = math.pi * (inputs * np.array(self.slopes) - self.offset)
            return np.asarray(0.5 + 0.5 * np.sin(angles).mean(axis=-1))
        argument = inputs @ np.array(self.slopes) - self.product * inputs.prod(axis=-1)
        wave = np.sin(math.pi * (argument - self.offset))
        if self.curve == "kinked":
            wave = np.arcsin(wave) * (2 / math.pi)
        return np.asarray(0.5 + 0.5 * wave)


Node = Callable[[Float64[np.ndarray, "*point arity"]], Float64[np.ndarray, "*point"]]


@dataclass(frozen=True)
class Tree:
    """A target.

    Attributes:
        levels: from the leaves up; in each one constituent, or one for each node.
    """

    levels: tuple[tuple[Constituent, ...], ...]

    @property
    def arity(self) -> int:
        """Variables of a constituent."""
        return self.levels[0][0].arity

    @property
    def nodes(self) -> int:
        """Number of constituents, (d - 1) / (arity - 1)."""
        return int((self.arity ** len(self.levels) - 1) // (self.arity - 1))

    def __call__(self, inputs: Float64[np.ndarray, "*point d"]) -> Float64[np.ndarray, "*point"]:
        """Return the values at points of the unit cube."""
        return evaluate_levels(self.levels, self.arity, inputs)

    def matrix(
        self,
        rows: Float64[np.ndarray, "row _"],
        columns: Float64[np.ndarray, "column _"],
        split: Sequence[int],
    ) -> Float64[np.ndarray, "row column"]:
        """Return the values where variables of a split come from a row and others from a column."""
        rest = [axis for axis in range(rows.shape[1] + columns.shape[1]) if axis not in split]
        points = np.empty((len(rows), len(columns), len(split) + len(rest)))
        points[..., list(split)] = rows[:, None]
        points[..., rest] = columns
        return self(points)

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
    axes = range(1, len(parts) + 1)
    spread = [
        np.expand_dims(part, [other for other in axes if other != axis])
        for axis, part in zip(axes, parts, strict=True)
    ]
    return [full.reshape(len(full), -1) for full in np.broadcast_arrays(*spread)]


def evaluate_levels(
    levels: Sequence[Sequence[Node]], arity: int, inputs: Float64[np.ndarray, "*point d"]
) -> Float64[np.ndarray, "*point"]:
    """Return the values of a tree of nodes at points, level by level."""
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
    levels = round(math.log(variables, arity))
    if levels < 1 or arity**levels != variables:
        raise ValueError(
            f"d is {variables}; allowed: powers of the arity, {arity}, from the first."
        )
    return [arity**level for level in reversed(range(levels))]
