"""How the four networks are wired: levels of nodes, each reading its own part of the level below.

Their levels have the same widths. A tree network has a node for each of the target's; it is a
convolution if the nodes of a level share their weights. A dense network has one node in each level,
which is as wide as all of them together.
"""

from dataclasses import dataclass

WIRINGS = ("dense", "right", "wrong", "convolution")


@dataclass(frozen=True)
class Level:
    """Nodes side by side, without shifts.

    Attributes:
        nodes: how many.
        inputs: numbers that each reads, from neighbours below.
        outputs: channels of each.
        degree: nodes below that each reads; of the lowest level, variables.
        shared: whether all nodes have the same weights.
    """

    nodes: int
    inputs: int
    outputs: int
    degree: int
    shared: bool = False

    @property
    def modules(self) -> int:
        """Sets of weights."""
        return 1 if self.shared else self.nodes

    @property
    def parameters(self) -> int:
        """Numbers that are trained."""
        return self.modules * self.inputs * self.outputs

    @property
    def nonzeros(self) -> int:
        """Entries of the level's matrix that are not zero: units times what each reads, s k."""
        return self.nodes * self.inputs * self.outputs


@dataclass(frozen=True)
class Shape:
    """A network with ReLUs after every level but the last, which gives one number.

    Attributes:
        levels: from the inputs up.
    """

    levels: tuple[Level, ...]

    @property
    def parameters(self) -> int:
        """Numbers that are trained."""
        return sum(level.parameters for level in self.levels)

    @property
    def nonzeros(self) -> int:
        """Entries of all matrices that are not zero."""
        return sum(level.nonzeros for level in self.levels)


def shape_of(wiring: str, variables: int, channels: int) -> Shape:
    """Return a network of one of the four wirings on a binary tree.

    Raises:
        ValueError: an unknown wiring, or variables that no binary tree has.
    """
    if wiring not in WIRINGS:
        raise ValueError(f"The wiring {wiring!r} is unknown; allowed: {', '.join(WIRINGS)}.")
    if variables < 2 or variables & (variables - 1):
        raise ValueError(f"d is {variables}; allowed: powers of two, from 2 on.")
    levels, nodes, each = [], variables, 1
    while nodes > 1:
        nodes //= 2
        if wiring == "dense":
            degree = variables if each == 1 else 1
            levels.append(Level(1, 2 * nodes * each, nodes * channels, degree))
        else:
            levels.append(Level(nodes, 2 * each, channels, 2, wiring == "convolution"))
        each = channels
    return Shape((*levels, Level(1, channels, 1, 1)))


def order_of(wiring: str, variables: int) -> list[int]:
    """Return the variables in the order in that a network reads them.

    In the order of reversed bits, neighbours are as far apart in the target's tree as can be.
    """
    if wiring != "wrong":
        return list(range(variables))
    bits = variables.bit_length() - 1
    return [int(f"{at:0{bits}b}"[::-1], 2) for at in range(variables)]
