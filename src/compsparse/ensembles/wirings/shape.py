"""Shapes of networks: levels of nodes, each node reading its own part of the level below.

A dense network has a single node in each level. A tree network has a node for each node of a
balanced tree; it is a convolution if the nodes of a level share their weights.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from jaxtyping import Int64


@dataclass(frozen=True)
class Level:
    """Nodes side by side.

    Attributes:
        nodes: number of nodes.
        inputs: numbers that each node reads, from neighbouring nodes below.
        outputs: channels of each node.
        shared: whether all nodes have the same weights.
        biases: whether channels have biases.
    """

    nodes: int
    inputs: int
    outputs: int
    shared: bool = False
    biases: bool = True

    @property
    def modules(self) -> int:
        """Number of different weight matrices."""
        return 1 if self.shared else self.nodes

    @property
    def parameters(self) -> int:
        """Number of trained parameters."""
        return self.modules * self.outputs * (self.inputs + self.biases)

    @property
    def nonzeros(self) -> int:
        """Nonzero entries of the level's whole weight matrix, biases left out."""
        return self.nodes * self.outputs * self.inputs


@dataclass(frozen=True)
class Shape:
    """A network with ReLUs after every level but the last, which has one output.

    Attributes:
        levels: from the inputs up.

    Raises:
        ValueError: a level that does not read exactly the level below, or several outputs.
    """

    levels: tuple[Level, ...]

    def __post_init__(self) -> None:
        """Check that levels fit each other and that there is one output."""
        for place, (below, level) in enumerate(pairwise(self.levels), 2):
            given, read = below.nodes * below.outputs, level.nodes * level.inputs
            if given != read:
                raise ValueError(f"Level {place} reads {read} numbers; the one below has {given}.")
        last = self.levels[-1]
        if last.nodes * last.outputs != 1:
            raise ValueError(f"The last level gives {last.nodes * last.outputs} numbers, not 1.")

    @property
    def variables(self) -> int:
        """Number of inputs, d."""
        return self.levels[0].nodes * self.levels[0].inputs

    @property
    def parameters(self) -> int:
        """Number of trained parameters."""
        return sum(level.parameters for level in self.levels)

    @property
    def nonzeros(self) -> int:
        """Nonzero entries of all weight matrices."""
        return sum(level.nonzeros for level in self.levels)

    @property
    def degrees(self) -> tuple[int, ...]:
        """Number of nodes below that a node of each level reads; variables in the lowest one."""
        channels = (1, *(level.outputs for level in self.levels[:-1]))
        return tuple(
            level.inputs // below for level, below in zip(self.levels, channels, strict=True)
        )


def dense(variables: int, widths: Sequence[int], *, biases: bool = True) -> Shape:
    """Return a network in which each unit reads the whole level below.

    Args:
        variables: d.
        widths: units of the hidden levels, from the inputs up.
        biases: whether units have biases.
    """
    sizes = (variables, *widths, 1)
    return Shape(
        tuple(Level(1, inputs, outputs, biases=biases) for inputs, outputs in pairwise(sizes))
    )


def dense_widths(variables: int, layers: int, parameters: int) -> list[int]:
    """Return the widths of the largest dense network with equal layers and at most ``parameters``.

    Raises:
        ValueError: even a network of width 1 has more.
    """
    width = 0
    while dense(variables, (width + 1,) * layers).parameters <= parameters:
        width += 1
    if width == 0:
        raise ValueError(f"No dense network of {layers} layers has {parameters} parameters.")
    return [width] * layers


def tree(
    variables: int, channels: int, *, arity: int = 2, shared: bool = False, biases: bool = True
) -> Shape:
    """Return a network whose nodes are those of a balanced tree.

    Args:
        variables: d, a power of the arity.
        channels: outputs of each node.
        arity: nodes below that each node reads.
        shared: whether the nodes of a level share their weights: a convolution.
        biases: whether channels have biases.

    Raises:
        ValueError: the number of variables is no power of the arity.
    """
    levels, nodes, inputs = [], variables, 1
    while nodes > 1:
        if nodes % arity:
            raise ValueError(f"d is {variables}; allowed: powers of the arity, {arity}.")
        nodes //= arity
        levels.append(Level(nodes, arity * inputs, channels, shared, biases))
        inputs = channels
    return Shape((*levels, Level(1, channels, 1, biases=biases)))


def bit_reversed(variables: int) -> Int64[np.ndarray, " d"]:
    """Return the order of variables by their reversed bits; d is a power of two.

    Neighbours are then as far apart as possible in the binary tree of the usual order.
    """
    bits = variables.bit_length() - 1
    return np.array([int(f"{place:0{bits}b}"[::-1], 2) for place in range(variables)])
