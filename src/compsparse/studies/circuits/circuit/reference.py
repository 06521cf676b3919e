"""Evaluates a circuit gate by gate and input by input: slow, and the definition."""

import numpy as np
from jaxtyping import Bool

from compsparse.studies.circuits.circuit.circuit import Circuit
from compsparse.studies.circuits.circuit.gates import Kind, value


def evaluate(
    circuit: Circuit, bits: Bool[np.ndarray, "input bit"]
) -> Bool[np.ndarray, "input output"]:
    """Return the outputs for each input."""
    kinds, offsets = circuit.kinds.tolist(), circuit.offsets.tolist()
    sources = circuit.sources.tolist()
    results = np.zeros((len(bits), len(circuit.outputs)), dtype=bool)
    for row, given in enumerate(bits.tolist()):
        wires = list(given)
        for gate, kind in enumerate(kinds):
            read = [wires[wire] for wire in sources[offsets[gate] : offsets[gate + 1]]]
            wires.append(value(Kind(kind), read))
        results[row] = [wires[wire] for wire in circuit.outputs.tolist()]
    return results
