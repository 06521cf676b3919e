"""A Boolean circuit: the sparse directed acyclic graph of a computation.

Document 000, slide 'Definition: Compositional Sparsity': inputs are leaves, constituent functions
are nodes. Size is the number of gates, fan-in the number of sources of a gate, depth the number of
gates on the longest path.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from jaxtyping import Int, Int8, Int32, Int64

from compsparse.studies.circuits.circuit.gates import Kind, allowed


class CircuitError(ValueError):
    """Arrays or gates that are no circuit."""


@dataclass(frozen=True, eq=False)
class Circuit:
    """A circuit whose wires are its inputs, in order, and then its gates, in topological order.

    Attributes:
        inputs: number n of inputs; gate g drives wire n + g.
        kinds: kind of each gate (``gates.Kind``).
        offsets: the sources of gate g are ``sources[offsets[g]:offsets[g + 1]]``.
        sources: wires, each before the gate that reads it.
        outputs: wires.
    """

    inputs: int
    kinds: Int8[np.ndarray, " gate"]
    offsets: Int64[np.ndarray, " gate+1"]
    sources: Int32[np.ndarray, " edge"]
    outputs: Int32[np.ndarray, " output"]

    def __post_init__(self) -> None:
        """Refuse what is no circuit.

        Raises:
            CircuitError: an unknown kind, a wrong number of sources, or a source or an output that
                does not exist (yet).
        """
        fan_ins = np.diff(self.offsets)
        if self.inputs < 0 or len(self.offsets) != len(self.kinds) + 1:
            raise CircuitError(
                f"{self.inputs} inputs, {len(self.kinds)} gates and {len(self.offsets)} offsets "
                "are no circuit; one offset more than gates is needed."
            )
        if self.offsets[0] != 0 or self.offsets[-1] != len(self.sources) or (fan_ins < 0).any():
            raise CircuitError("The offsets of the sources do not rise from 0 to their number.")
        for kind, arity in {*zip(self.kinds.tolist(), fan_ins.tolist(), strict=True)}:
            if kind not in {*Kind} or not allowed(Kind(kind), arity):
                raise CircuitError(f"There is no gate of kind {kind} with {arity} sources.")
        own = np.repeat(np.arange(self.size) + self.inputs, fan_ins)
        if (self.sources < 0).any() or (self.sources >= own).any():
            raise CircuitError("A gate reads a wire that does not exist before it.")
        if (self.outputs < 0).any() or (self.outputs >= self.wires).any():
            raise CircuitError(f"An output is none of the wires 0 to {self.wires - 1}.")

    @property
    def size(self) -> int:
        """Number of gates."""
        return len(self.kinds)

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

    @property
    def depth(self) -> int:
        """The highest level of an output; 0 without outputs."""
        return int(self.levels[self.outputs].max(initial=0))

    def arrays(self) -> dict[str, np.ndarray]:
        """Return the circuit as plain arrays, for ``from_arrays``."""
        return {
            "inputs": np.array(self.inputs),
            "kinds": self.kinds,
            "offsets": self.offsets,
            "sources": self.sources,
            "outputs": self.outputs,
        }


def from_arrays(arrays: dict[str, np.ndarray]) -> Circuit:
    """Return the circuit of stored arrays.

    Raises:
        CircuitError: an array is missing, has another type or shape, or they are no circuit.
    """
    kinds = {"kinds": np.int8, "offsets": np.int64, "sources": np.int32, "outputs": np.int32}
    for name, dtype in {"inputs": np.int64, **kinds}.items():
        if name not in arrays or arrays[name].dtype != dtype:
            raise CircuitError(f"A circuit needs the array {name!r} of type {np.dtype(dtype)}.")
        if arrays[name].ndim != (name != "inputs"):
            raise CircuitError(f"The array {name!r} of a circuit has {arrays[name].ndim} axes.")
    return Circuit(int(arrays["inputs"]), *(arrays[name] for name in kinds))


def from_gates(
    inputs: int,
    gates: Sequence[tuple[Kind, Sequence[int]]],
    outputs: Sequence[int] | Int[np.ndarray, " output"],
) -> Circuit:
    """Return the circuit of a list of gates, each a kind and its sources.

    Raises:
        CircuitError: they are no circuit.
    """
    offsets = np.zeros(len(gates) + 1, dtype=np.int64)
    np.cumsum([len(sources) for _, sources in gates], out=offsets[1:])
    return Circuit(
        inputs,
        np.array([kind for kind, _ in gates], dtype=np.int8),
        offsets,
        np.array([wire for _, sources in gates for wire in sources], dtype=np.int32),
        np.array(outputs, dtype=np.int32),
    )
