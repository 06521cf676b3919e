"""A circuit as a program: threshold gates over earlier tokens, a chain of thought.

Document 000, Theorem 4, proof idea: "encode each gate evaluation in the computation DAG as a
token". A linear predictor decides by a threshold, so every token must be one threshold gate of
those before. XOR is not, and gets one more token, its carry: with c = [a + b >= 2], XOR is
[a + b - 2 c >= 1], for three sources too.
"""

from itertools import pairwise

import numpy as np
from jaxtyping import Bool, Float32, Int64

from compsparse.studies.circuits.circuit.circuit import Circuit
from compsparse.studies.circuits.circuit.gates import Kind
from compsparse.studies.circuits.threshold import from_boolean, threshold_circuit
from compsparse.studies.circuits.threshold.threshold_circuit import (
    ThresholdCircuit,
    ThresholdGate,
    from_gates,
)
from compsparse.studies.circuits.worlds.tokens import RandomTokens

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


def sequences(
    program: ThresholdCircuit, inputs: Bool[np.ndarray, "*batch sample bit"]
) -> Bool[np.ndarray, "*batch sample token"]:
    """Return the tokens of each input: its bits, then the values of all gates."""
    if inputs.shape[-1] != program.inputs:
        raise ValueError(f"The program has {program.inputs} inputs, not {inputs.shape[-1]}.")
    if isinstance(program, RandomTokens):
        return program.tokens(inputs)
    # a row per token, so that a gate reads and writes whole rows
    tokens = np.empty((program.wires, *inputs.shape[:-1]), dtype=np.int8)
    tokens[: program.inputs] = np.moveaxis(inputs, -1, 0)
    offsets, sources = program.offsets.tolist(), program.sources.tolist()
    weights, thresholds = program.weights.tolist(), program.thresholds.tolist()
    for gate in range(program.size):
        total = np.zeros(inputs.shape[:-1], dtype=np.int16)
        for edge in range(offsets[gate], offsets[gate + 1]):
            total += weights[edge] * tokens[sources[edge]]
        tokens[program.inputs + gate] = total >= thresholds[gate]
    return np.ascontiguousarray(np.moveaxis(tokens, 0, -1)).astype(bool)


def coded(tokens: Bool[np.ndarray, "*batch token"]) -> Float32[np.ndarray, "*batch token+1"]:
    """Return what a predictor sees: a constant 1, then the tokens as -1 and 1."""
    seen = np.ones((*tokens.shape[:-1], tokens.shape[-1] + 1), dtype=np.float32)
    seen[..., 1:] = np.where(tokens, np.float32(1), np.float32(-1))
    return seen
