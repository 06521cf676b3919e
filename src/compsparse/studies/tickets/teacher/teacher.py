"""A sum of constituents, each of a few inputs: its graph, and its values.

A constituent of inputs S is sign * f(w . x_S - 0.3), with weights of either sign and magnitudes
between 1 and 1.5, over the square root of their number. The f are increasingly hard for a network
of ReLUs: ``relu`` takes one unit, ``absolute`` two, ``sine`` several. A Boolean table is a single
constituent of inputs -1 and 1.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from jaxtyping import Bool, Float64

Kind = Literal["relu", "absolute", "sine"]
_BIAS = 0.3


@dataclass(frozen=True)
class DrawnGraph:
    """A teacher whose graph is random: each constituent reads ``arity`` inputs."""

    kind: Kind
    arity: int
    constituents: int


@dataclass(frozen=True)
class GivenGraph:
    """A teacher of the user: ``graph`` has the inputs that each constituent reads."""

    kind: Kind
    graph: Sequence[Sequence[int]]


@dataclass(frozen=True)
class GivenTable:
    """A Boolean table of the user.

    Attributes:
        table: values, 0 or 1, by the binary number that the inputs ``reads`` write, first bit
            highest.
        reads: the inputs.
    """

    table: str
    reads: Sequence[int]
    kind: Literal["table"] = "table"


Description = DrawnGraph | GivenGraph | GivenTable


@dataclass(frozen=True)
class Teacher:
    """A target.

    Attributes:
        weights: of each constituent, [constituent, input]; 0 where it does not read.
        kind: the constituents' nonlinearity.
        signs: of the constituents in the sum.
        table: values of a Boolean table by the number that its inputs write, first bit highest;
            replaces ``kind``.
    """

    weights: Float64[np.ndarray, "constituent d"]
    kind: str
    signs: Float64[np.ndarray, " constituent"]
    table: Float64[np.ndarray, " pattern"] | None = None

    @property
    def edges(self) -> Bool[np.ndarray, "constituent d"]:
        """Which constituent reads which input."""
        return np.asarray(self.weights != 0)

    @property
    def boolean(self) -> bool:
        """Whether inputs are -1 and 1 rather than normal."""
        return self.table is not None

    def with_equal_constituents(self) -> "Teacher":
        """Return a teacher with as many constituents, all equal to the first."""
        weights = np.repeat(self.weights[:1], len(self.weights), axis=0)
        return replace(self, weights=weights, signs=np.ones_like(self.signs))

    def __call__(self, inputs: Float64[np.ndarray, "example d"]) -> Float64[np.ndarray, " example"]:
        """Return the target's values."""
        if self.table is not None:
            reads = np.flatnonzero(self.weights[0])
            bits = inputs[:, reads] > 0
            return self.table[bits @ (2 ** np.arange(len(reads))[::-1])]
        sums = inputs @ self.weights.T - _BIAS
        if self.kind == "relu":
            values = np.maximum(sums, 0.0)
        elif self.kind == "absolute":
            values = np.abs(sums)
        else:
            values = np.sin(sums)
        return np.asarray(values @ self.signs)


def draw_teacher(description: Description, d: int, random: np.random.Generator) -> Teacher:
    """Draw a teacher of d inputs; the settings see to it that it fits them."""
    if isinstance(description, GivenTable):
        return _table_teacher(description.table, list(description.reads), d)
    if isinstance(description, GivenGraph):
        graph = [list(reads) for reads in description.graph]
    else:
        graph = [
            random.choice(d, description.arity, replace=False).tolist()
            for _ in range(description.constituents)
        ]
    weights = np.zeros((len(graph), d))
    for row, reads in zip(weights, graph, strict=True):
        sizes = random.uniform(1.0, 1.5, len(reads)) * random.choice([-1.0, 1.0], len(reads))
        row[reads] = sizes / len(reads) ** 0.5
    return Teacher(weights, description.kind, (-1.0) ** np.arange(len(graph)))


def irrelevant_inputs(table: str) -> list[int]:
    """Return the positions of the inputs that never change a table's value."""
    bits = len(table).bit_length() - 1
    values = np.array([int(value) for value in table]).reshape((2,) * bits)
    return [bit for bit in range(bits) if (values.take(0, bit) == values.take(1, bit)).all()]


def _table_teacher(table: str, reads: list[int], d: int) -> Teacher:
    weights = np.zeros((1, d))
    weights[0, sorted(reads)] = 1.0
    order = np.argsort(reads)  # a teacher reads its bits in the order of the inputs
    values = np.array([2.0 * int(value) - 1 for value in table]).reshape((2,) * len(reads))
    return Teacher(weights, "table", np.ones(1), values.transpose(order).reshape(-1))
