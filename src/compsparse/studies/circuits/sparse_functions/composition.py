"""A sparse DAG of small functions (document 000, 'Definition: Compositional Sparsity')."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Int64

Table = Bool[np.ndarray, " entry"]


def variables_of(table: Table) -> int:
    """Return the number of variables of a table."""
    variables = len(table).bit_length() - 1
    if len(table) != 2**variables:
        raise ValueError(f"A table of {len(table)} entries has not 2^k of them; give all values.")
    return variables


def essential(tables: Bool[np.ndarray, "table entry"]) -> Bool[np.ndarray, "table variable"]:
    """Say for each table and variable whether the value can depend on that variable."""
    count, entries = tables.shape
    marks = np.zeros((count, variables_of(np.zeros(entries, dtype=bool))), dtype=bool)
    for variable in range(marks.shape[1]):
        halves = tables.reshape(count, -1, 2, 2**variable)
        marks[:, variable] = (halves[:, :, 0] != halves[:, :, 1]).any(axis=(1, 2))
    return marks


def restricted(table: Table) -> tuple[Int64[np.ndarray, " variable"], Bool[np.ndarray, " kept"]]:
    """Return the variables that a function depends on, and its table in these alone."""
    kept = np.flatnonzero(essential(table[None])[0])
    entries = np.arange(2 ** len(kept))
    # the other variables have no effect: they are set to 0
    places = sum(
        ((entries >> bit & 1) << variable for bit, variable in enumerate(kept)), entries * 0
    )
    return kept, table[places]


def random_tables(
    count: int, variables: int, random: np.random.Generator
) -> Bool[np.ndarray, "table entry"]:
    """Draw tables uniformly among those that depend on all of their variables."""
    found = np.empty((0, 2**variables), dtype=bool)
    while len(found) < count:
        # at least 10 of 16 tables of two variables depend on both, and more of larger ones
        drawn = random.integers(2, size=(2 * count + 4, 2**variables)).astype(bool)
        found = np.concatenate([found, drawn[essential(drawn).all(axis=1)]])
    return found[:count]


@dataclass(frozen=True, eq=False)
class Constituent:
    """A function of a few wires, by its table; entry x has bit i of x on source i."""

    sources: tuple[int, ...]
    table: Table


@dataclass(frozen=True, eq=False)
class Composition:
    """Wires are the inputs, then the constituents, in topological order; the last is the output."""

    inputs: int
    constituents: tuple[Constituent, ...]

    def __post_init__(self) -> None:
        if not self.constituents:
            raise ValueError("A composition without constituents has no output; give at least one.")
        for place, constituent in enumerate(self.constituents):
            if variables_of(constituent.table) != len(constituent.sources):
                raise ValueError(
                    f"Constituent {place} reads {len(constituent.sources)} wires, but its table "
                    f"has {len(constituent.table)} entries."
                )
            if not all(0 <= wire < self.inputs + place for wire in constituent.sources):
                raise ValueError(
                    f"Constituent {place} reads the wires {constituent.sources}; allowed are 0 to "
                    f"{self.inputs + place - 1}."
                )

    @property
    def arity(self) -> int:
        """The largest number of variables of a constituent."""
        return max(len(constituent.sources) for constituent in self.constituents)

    def evaluate(self, bits: Bool[np.ndarray, "input bit"]) -> Bool[np.ndarray, " input"]:
        """Return the output for each input, by looking up one table after the other."""
        if bits.shape[1] != self.inputs:
            raise ValueError(f"{self.inputs} inputs are needed; got {bits.shape[1]} bits.")
        wires = np.empty((self.inputs + len(self.constituents), len(bits)), dtype=np.uint8)
        wires[: self.inputs] = bits.T
        for wire, constituent in enumerate(self.constituents, start=self.inputs):
            entry = np.zeros(len(bits), dtype=np.intp)
            for place, source in enumerate(constituent.sources):
                entry += wires[source].astype(np.intp) << place
            wires[wire] = constituent.table[entry]
        return np.asarray(wires[-1], dtype=bool)
