"""What a network reads and how it is wired: levels of nodes, each reading its own part below.

A dense network has one node in each level. A tree network has a node for each of the target's; it
is a convolution if the nodes of a level share their weights.
"""

from dataclasses import dataclass
from itertools import pairwise


@dataclass(frozen=True)
class Level:
    """Nodes side by side.

    Attributes:
        nodes: how many.
        inputs: numbers that each reads, from neighbours below.
        outputs: channels of each.
        shared: whether all nodes have the same weights.
    """

    nodes: int
    inputs: int
    outputs: int
    shared: bool = False

    @property
    def modules(self) -> int:
        """Sets of weights."""
        return 1 if self.shared else self.nodes

    @property
    def parameters(self) -> int:
        """Numbers that are trained."""
        return self.modules * self.outputs * (self.inputs + 1)


@dataclass(frozen=True)
class Shape:
    """A network with ReLUs after every level but the last, which gives one number."""

    levels: tuple[Level, ...]

    def __post_init__(self) -> None:
        """Check that every level reads all of the one below, and that one number comes out."""
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
        """Numbers that are trained."""
        return sum(level.parameters for level in self.levels)


def dense(variables: int, widths: tuple[int, ...]) -> Shape:
    """Return the network in which each unit reads all of the level below."""
    sizes = (variables, *widths, 1)
    return Shape(tuple(Level(1, inputs, outputs) for inputs, outputs in pairwise(sizes)))


def dense_like(variables: int, layers: int, parameters: int) -> list[int]:
    """Return the widths of the largest dense network of equal layers with so many parameters.

    Raises:
        ValueError: not even one of width 1 has as few.
    """
    width = 0
    while dense(variables, (width + 1,) * layers).parameters <= parameters:
        width += 1
    if width == 0:
        raise ValueError(f"No dense network of {layers} layers has {parameters} parameters.")
    return [width] * layers


def tree(variables: int, channels: int, *, arity: int = 2, shared: bool = False) -> Shape:
    """Return the network whose nodes are those of a balanced tree; ``shared``: a convolution.

    Raises:
        ValueError: the number of variables is no power of the arity.
    """
    levels, nodes, inputs = [], variables, 1
    while nodes > 1:
        if nodes % arity:
            raise ValueError(f"d is {variables}; allowed: powers of the arity, {arity}.")
        nodes //= arity
        levels.append(Level(nodes, arity * inputs, channels, shared))
        inputs = channels
    return Shape((*levels, Level(1, channels, 1)))
