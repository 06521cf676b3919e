"""What circuits of all kinds of gates share: wires, gates that read them, levels.

Document 000, slide 'Definition: Compositional Sparsity': size is the number of gates, fan-in the
number of sources of a gate, depth the number of gates on the longest path.
"""

from collections.abc import Mapping
from dataclasses import fields
from functools import cached_property
from itertools import pairwise
from typing import TypeVar, get_type_hints

import numpy as np
from jaxtyping import Int, Int32, Int64

Graph = TypeVar("Graph", bound="GateGraph")


class CircuitError(ValueError):
    """Arrays or gates that do not form a circuit."""


class GateGraph:
    """Wires are the inputs, in order, and then the gates, in topological order."""

    inputs: int  # number n of inputs; gate g drives wire n + g
    offsets: Int64[np.ndarray, " offset"]  # gate g reads sources[offsets[g]:offsets[g + 1]]
    sources: Int32[np.ndarray, " edge"]  # wires, each before the gate that reads it
    outputs: Int32[np.ndarray, " output"]  # wires

    def _check_graph(self, gates: int) -> None:
        if self.inputs < 0 or len(self.offsets) != gates + 1:
            raise CircuitError(
                f"{self.inputs} inputs, {gates} gates and {len(self.offsets)} offsets are no "
                "circuit; one offset more than gates is needed."
            )
        fan_ins = np.diff(self.offsets)
        if self.offsets[0] != 0 or self.offsets[-1] != len(self.sources) or (fan_ins < 0).any():
            raise CircuitError("The offsets of the sources do not rise from 0 to their number.")
        readers = np.repeat(np.arange(gates), fan_ins)
        wrong = np.flatnonzero((self.sources < 0) | (self.sources >= readers + self.inputs))
        if len(wrong):
            gate, wire = readers[wrong[0]], self.sources[wrong[0]]
            raise CircuitError(
                f"Gate {gate} reads wire {wire}, which does not exist before it; wires 0 to "
                f"{gate + self.inputs - 1} do."
            )
        if (self.outputs < 0).any() or (self.outputs >= self.wires).any():
            raise CircuitError(f"An output is none of the wires 0 to {self.wires - 1}.")

    @property
    def size(self) -> int:
        """Number of gates."""
        return len(self.offsets) - 1

    @property
    def wires(self) -> int:
        """Number of inputs and gates."""
        return self.inputs + self.size

    @property
    def edges(self) -> int:
        """Number of sources of all gates together."""
        return len(self.sources)

    @cached_property
    def fan_ins(self) -> Int64[np.ndarray, " gate"]:
        """Number of sources of each gate."""
        return np.diff(self.offsets)

    @property
    def fan_in(self) -> int:
        """The largest number of sources of a gate; 0 without gates."""
        return int(self.fan_ins.max(initial=0))

    @cached_property
    def levels(self) -> Int32[np.ndarray, " wire"]:
        """Level of each wire: 0 for inputs and constants, else one more than the highest source."""
        levels = [0] * self.wires
        sources, offsets = self.sources.tolist(), self.offsets.tolist()
        for gate, (start, stop) in enumerate(pairwise(offsets)):
            if stop > start:
                levels[self.inputs + gate] = 1 + max(map(levels.__getitem__, sources[start:stop]))
        return np.array(levels, dtype=np.int32)

    def groups(self, *keys: Int[np.ndarray, " gate"]) -> list[np.ndarray]:
        """Return the gates of each level, fan-in and value of the keys: what is evaluated at once.

        The groups of lower levels come first, then those of lower keys.
        """
        by = np.stack([self.levels[self.inputs :], *keys, self.fan_ins])
        order = np.lexsort(by[::-1])
        # a group begins where the level, a key or the fan-in changes
        starts = np.flatnonzero(np.any(np.diff(by[:, order], prepend=-1), axis=0))
        return [order[start:stop] for start, stop in pairwise([*starts.tolist(), self.size])]

    @property
    def depth(self) -> int:
        """The highest level of an output; 0 without outputs."""
        return int(self.levels[self.outputs].max(initial=0))

    def arrays(self) -> dict[str, np.ndarray]:
        """Return the circuit as plain arrays, for ``from_arrays``."""
        return {name: np.asarray(getattr(self, name)) for name in _arrays_of(type(self))}

    @classmethod
    def from_arrays(cls: type[Graph], arrays: Mapping[str, np.ndarray]) -> Graph:
        """Return the circuit of stored arrays, besides others; CircuitError if they are invalid."""
        for name, (dtype, axes) in _arrays_of(cls).items():
            if name not in arrays or arrays[name].dtype != dtype:
                raise CircuitError(f"A circuit needs the array {name!r} of type {dtype}.")
            if arrays[name].ndim != axes:
                raise CircuitError(f"The array {name!r} of a circuit has {arrays[name].ndim} axes.")
        parts = {name: arrays[name] for name in _arrays_of(cls)}
        return cls(**{**parts, "inputs": int(arrays["inputs"])})


def _arrays_of(kind: type[GateGraph]) -> dict[str, tuple[str, int]]:
    """Return by field of a class of circuits the type of its array and the number of axes."""
    hints = get_type_hints(kind)
    kinds = {field.name: hints[field.name] for field in fields(kind)}  # type: ignore[arg-type]
    return {
        name: ("int64", 0) if hint is int else (hint.dtypes[0], 1) for name, hint in kinds.items()
    }
