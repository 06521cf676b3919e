"""Networks in the parameters of jobs: their shape, and the order in which they read variables."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from compsparse.ensembles.wirings.shape import Shape, dense, tree

Order = Literal["own", "bit_reversed", "random"]  # own: that of the target


@dataclass(frozen=True)
class DenseNetwork:
    """Hidden layers of these widths."""

    widths: Sequence[int]
    order: Order = "own"
    wiring: Literal["dense"] = "dense"

    def shape(self, variables: int) -> Shape:
        """Return the shape of the network of d variables."""
        return dense(variables, self.widths)


@dataclass(frozen=True)
class TreeNetwork:
    """A binary tree with so many channels of each node; a convolution if weights are shared."""

    channels: int
    shared: bool = False
    order: Order = "own"
    wiring: Literal["tree"] = "tree"

    def shape(self, variables: int) -> Shape:
        """Return the shape of the network of d variables, a power of two."""
        return tree(variables, self.channels, shared=self.shared)


Network = DenseNetwork | TreeNetwork
