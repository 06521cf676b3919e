"""A sum of constituents, each of a few inputs: its graph, and its values.

A constituent of inputs S is sign * f(w . x_S - 0.3), with weights of either sign and sizes between
1 and 1.5, over the root of their number. The f are of growing difficulty for a network of ReLUs:
``relu`` is one unit, ``absolute`` two, ``sine`` a few. A Boolean table is one constituent of
inputs -1 and 1.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from jaxtyping import Bool, Float64

KINDS = ("relu", "absolute", "sine")
_OFFSET = 0.3


@dataclass(frozen=True)
class Teacher:
    """A target.

    Attributes:
        weights: of each constituent, [constituent, input]; 0 where it does not read.
        kind: what a constituent does with its weighted sum.
        signs: with which constituents are added up.
        table: values of a Boolean table by the number that its inputs write, first bit first; in
            place of ``kind``.
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
        """Whether inputs are -1 and 1, not normal."""
        return self.table is not None

    def of_copies(self) -> "Teacher":
        """Return a teacher of as many constituents that are all like the first."""
        weights = np.repeat(self.weights[:1], len(self.weights), axis=0)
        return replace(self, weights=weights, signs=np.ones_like(self.signs))

    def __call__(self, inputs: Float64[np.ndarray, "example d"]) -> Float64[np.ndarray, " example"]:
        """Return the target's values."""
        if self.table is not None:
            reads = np.flatnonzero(self.weights[0])
            bits = inputs[:, reads] > 0
            return self.table[bits @ (2 ** np.arange(len(reads))[::-1])]
        sums = inputs @ self.weights.T - _OFFSET
        if self.kind == "relu":
            values = np.maximum(sums, 0.0)
        elif self.kind == "absolute":
            values = np.abs(sums)
        else:
            values = np.sin(sums)
        return np.asarray(values @ self.signs)


def draw_teacher(description: Mapping[str, Any], d: int, random: np.random.Generator) -> Teacher:
    """Draw a teacher of d inputs.

    A description has ``kind`` with ``arity`` and ``constituents``, of which the inputs are drawn
    for each, or with ``graph``, the inputs of each; or ``table``, a word of 0 and 1 as long as
    there are patterns, with ``reads``, its inputs.

    Raises:
        ValueError: another kind, an input that is not there, more inputs than there are, or a table
            with an input that changes nothing.
    """
    if "table" in description:
        return _of_table(description["table"], list(description["reads"]), d)
    kind = description["kind"]
    if kind not in KINDS:
        raise ValueError(f"The kind of constituent {kind!r} is unknown; allowed: {KINDS}.")
    if "graph" in description:
        graph = [list(of) for of in description["graph"]]
    else:
        arity = description["arity"]
        if not 1 <= arity <= d:
            raise ValueError(f"arity is {arity}; allowed: 1 to {d}, the number of inputs.")
        graph = [
            random.choice(d, arity, replace=False).tolist()
            for _ in range(description["constituents"])
        ]
    weights = np.zeros((len(graph), d))
    for row, reads in zip(weights, graph, strict=True):
        _require_inputs(reads, d)
        sizes = random.uniform(1.0, 1.5, len(reads)) * random.choice([-1.0, 1.0], len(reads))
        row[reads] = sizes / len(reads) ** 0.5
    return Teacher(weights, kind, (-1.0) ** np.arange(len(graph)))


def idle_inputs(table: str) -> list[int]:
    """Return the inputs of a table, by place, that never change its value."""
    bits = len(table).bit_length() - 1
    values = np.array([int(of) for of in table]).reshape((2,) * bits)
    return [at for at in range(bits) if (values.take(0, at) == values.take(1, at)).all()]


def _of_table(table: str, reads: list[int], d: int) -> Teacher:
    _require_inputs(reads, d)
    if set(table) - {"0", "1"} or len(table) != 2 ** len(reads):
        raise ValueError(
            f"The table {table!r} has {len(table)} values; {len(reads)} inputs have "
            f"{2 ** len(reads)} patterns, each with a 0 or 1."
        )
    if idle := idle_inputs(table):
        raise ValueError(
            f"The table {table!r} does not change with its inputs {[reads[at] for at in idle]}. "
            "Leave them out."
        )
    weights = np.zeros((1, d))
    weights[0, sorted(reads)] = 1.0
    order = np.argsort(reads)  # bits are read in the order of inputs
    values = np.array([2.0 * int(of) - 1 for of in table]).reshape((2,) * len(reads))
    return Teacher(weights, "table", np.ones(1), values.transpose(order).reshape(-1))


def _require_inputs(reads: list[int], d: int) -> None:
    if not reads or len(set(reads)) != len(reads) or min(reads) < 0 or max(reads) >= d:
        raise ValueError(f"A constituent reads {reads}; allowed: different inputs of 0 to {d - 1}.")
