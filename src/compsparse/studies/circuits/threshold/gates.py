"""Lists of threshold gates, and the circuit that they make."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Int

from compsparse.studies.circuits.threshold.threshold_circuit import ThresholdCircuit


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
