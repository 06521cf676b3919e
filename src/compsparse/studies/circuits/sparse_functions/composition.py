"""A sparse DAG of small functions (document 000, 'Definition: Compositional Sparsity')."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool

from compsparse.studies.circuits.sparse_functions.tables import variables_of


@dataclass(frozen=True, eq=False)
class Constituent:
    """A function of a few wires, by its table; entry x has bit i of x on source i."""

    sources: tuple[int, ...]
    table: Bool[np.ndarray, " entry"]


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
