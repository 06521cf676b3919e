"""A Boolean circuit: a graph of gates that are constants, NOT, AND, OR, XOR or MAJORITY."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Int, Int8, Int32, Int64

from compsparse.studies.circuits.circuit.gates import Kind, allowed
from compsparse.studies.circuits.circuit.graph import CircuitError, GateGraph


@dataclass(frozen=True, eq=False)
class Circuit(GateGraph):
    """A circuit; see ``GateGraph`` for its wires. Raises CircuitError for invalid arrays."""

    inputs: int
    kinds: Int8[np.ndarray, " gate"]
    offsets: Int64[np.ndarray, " offset"]
    sources: Int32[np.ndarray, " edge"]
    outputs: Int32[np.ndarray, " output"]

    def __post_init__(self) -> None:
        self._check_graph(len(self.kinds))
        for kind, arity in {*zip(self.kinds.tolist(), self.fan_ins.tolist(), strict=True)}:
            if kind not in {*Kind} or not allowed(Kind(kind), arity):
                raise CircuitError(f"There is no gate of kind {kind} with {arity} sources.")


def from_gates(
    inputs: int,
    gates: Sequence[tuple[Kind, Sequence[int]]],
    outputs: Sequence[int] | Int[np.ndarray, " output"],
) -> Circuit:
    """Return the circuit of a list of gates, each a kind and its sources."""
    offsets = np.zeros(len(gates) + 1, dtype=np.int64)
    np.cumsum([len(sources) for _, sources in gates], out=offsets[1:])
    return Circuit(
        inputs,
        np.array([kind for kind, _ in gates], dtype=np.int8),
        offsets,
        np.array([wire for _, sources in gates for wire in sources], dtype=np.int32),
        np.array(outputs, dtype=np.int32),
    )
