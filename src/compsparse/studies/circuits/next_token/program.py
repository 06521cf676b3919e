"""A circuit as a program: threshold gates over earlier tokens, a chain of thought.

Document 000, Theorem 4, proof idea: "encode each gate evaluation in the computation DAG as a
token". A linear predictor decides by a threshold, so every token must be one threshold gate of
those before. XOR is not, and gets one more token, its carry: with c = [a + b >= 2], XOR is
[a + b - 2 c >= 1], for three sources too.
"""

from itertools import pairwise

import numpy as np
from jaxtyping import Int64

from compsparse.studies.circuits.circuit.circuit import Circuit
from compsparse.studies.circuits.circuit.gates import Kind
from compsparse.studies.circuits.threshold import from_boolean, threshold_circuit
from compsparse.studies.circuits.threshold.gates import ThresholdGate, from_gates

_CARRY = -2  # weight of a carry in an XOR


def program_of(circuit: Circuit) -> threshold_circuit.ThresholdCircuit:
    """Return the program of a circuit, without duplicate tokens."""
    gates: list[ThresholdGate] = []
    tokens = list(range(circuit.inputs))  # of the circuit's wires
    known: dict[tuple[tuple[int, ...], tuple[int, ...], int], int] = {}
    kinds, wires = circuit.kinds.tolist(), circuit.sources.tolist()
    for kind, (start, stop) in zip(kinds, pairwise(circuit.offsets.tolist()), strict=True):
        sources = sorted(tokens[wire] for wire in wires[start:stop])
        first = circuit.inputs + len(gates)
        token = {source: source for source in sources}  # of each wire that this gate's parts read
        for part, gate in enumerate(from_boolean.gates_of(Kind(kind), sources, first)):
            read = tuple(token[wire] for wire in gate.sources)
            key = (read, tuple(gate.weights), gate.threshold)
            if key not in known:  # an adder's carry serves its sum too
                known[key] = circuit.inputs + len(gates)
                gates.append(ThresholdGate(read, gate.weights, gate.threshold))
            token[first + part] = known[key]
        tokens.append(known[key])
    return from_gates(circuit.inputs, gates, [tokens[wire] for wire in circuit.outputs.tolist()])


def carries(program: threshold_circuit.ThresholdCircuit) -> Int64[np.ndarray, " carry"]:
    """Return the tokens that make an XOR a threshold gate: those that some gate subtracts twice."""
    return np.unique(program.sources[program.weights == _CARRY]).astype(np.int64)
