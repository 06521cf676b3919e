"""A circuit of linear threshold gates, 1{sum of w_i x_i >= theta} (document 000, 'Proof')."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Int, Int32, Int64

from compsparse.studies.circuits.circuit.graph import CircuitError, GateGraph

_LARGEST = 2**62  # of a gate's |weights| together, or of a |threshold|: sums stay below 2^63
_BLOCK = 2**21  # values of wires evaluated at once


@dataclass(frozen=True, eq=False)
class ThresholdCircuit(GateGraph):
    """A circuit; see ``GateGraph`` for its wires. Raises CircuitError for invalid arrays."""

    inputs: int
    thresholds: Int64[np.ndarray, " gate"]  # of the gates; one without sources has the sum 0
    offsets: Int64[np.ndarray, " offset"]  # one more than gates
    sources: Int32[np.ndarray, " edge"]  # one that occurs twice counts twice
    weights: Int64[np.ndarray, " weight"]  # as many as edges
    outputs: Int32[np.ndarray, " output"]

    def __post_init__(self) -> None:
        self._check_graph(len(self.thresholds))
        if len(self.weights) != len(self.sources):
            raise CircuitError(
                f"{len(self.sources)} sources have {len(self.weights)} weights; one each is needed."
            )
        gates = np.repeat(np.arange(self.size), self.fan_ins)
        # in float64, whose rounding is far below the room that the limit leaves
        sums = np.bincount(gates, np.abs(self.weights.astype(float)), minlength=1)
        largest = max(
            float(sums.max()), float(np.abs(self.thresholds.astype(float)).max(initial=0))
        )
        if largest > _LARGEST:
            raise CircuitError(
                f"A gate has |weights| or a |threshold| of {largest:.3g} together; at most "
                f"{_LARGEST} = 2^62, so that its sum fits into 64 bits. Take smaller weights."
            )

    def evaluate_bits(
        self, bits: Bool[np.ndarray, "input bit"]
    ) -> Bool[np.ndarray, "input output"]:
        """Return the outputs for each input."""
        if bits.shape[1] != self.inputs:
            raise ValueError(
                f"The circuit has {self.inputs} inputs, but got {bits.shape[1]} columns of bits."
            )
        groups = [
            (gates, self.offsets[gates][:, None] + np.arange(self.fan_ins[gates[0]]))
            for gates in self.groups()
        ]
        results = np.empty((len(bits), len(self.outputs)), dtype=bool)
        block = max(1, _BLOCK // max(self.wires, 1))
        for first in range(0, len(bits), block):
            part = bits[first : first + block]
            values = np.empty((self.wires, len(part)), dtype=bool)
            values[: self.inputs] = part.T
            for gates, edges in groups:
                sums = np.zeros((len(gates), len(part)), dtype=np.int64)
                for edge in edges.T:  # one of each gate
                    sums += self.weights[edge, None] * values[self.sources[edge]]
                values[self.inputs + gates] = sums >= self.thresholds[gates, None]
            results[first : first + block] = values[self.outputs].T
        return results


@dataclass(frozen=True)
class ThresholdGate:
    """True if the weighted sum of the sources is at least the threshold."""

    sources: Sequence[int]
    weights: Sequence[int]
    threshold: int


def from_gates(
    inputs: int, gates: Sequence[ThresholdGate], outputs: Sequence[int] | Int[np.ndarray, " output"]
) -> ThresholdCircuit:
    """Return the circuit of a list of gates."""
    offsets = np.zeros(len(gates) + 1, dtype=np.int64)
    np.cumsum([len(gate.sources) for gate in gates], out=offsets[1:])
    return ThresholdCircuit(
        inputs,
        np.array([gate.threshold for gate in gates], dtype=np.int64),
        offsets,
        np.array([wire for gate in gates for wire in gate.sources], dtype=np.int32),
        np.array([weight for gate in gates for weight in gate.weights], dtype=np.int64),
        np.array(outputs, dtype=np.int32),
    )
