"""Random circuits of threshold gates, for tests that hold for every one."""

import numpy as np

from compsparse.studies.circuits.threshold.threshold_circuit import (
    ThresholdCircuit,
    ThresholdGate,
    from_gates,
)


def random_threshold_circuit(
    seed: int, *, inputs: int = 5, gates: int = 12, largest: int = 9, outputs: int = 4
) -> ThresholdCircuit:
    """Return gates with positive, negative and zero weights, constants and repeated sources."""
    random = np.random.default_rng(seed)
    made = []
    for gate in range(gates):
        arity = int(random.integers(6))
        weights = random.integers(-largest, largest + 1, size=arity).tolist()
        low = sum(weight for weight in weights if weight < 0)
        high = sum(weight for weight in weights if weight > 0)
        sources = random.integers(inputs + gate, size=arity).tolist()
        made.append(ThresholdGate(sources, weights, int(random.integers(low - 1, high + 3))))
    return from_gates(inputs, made, random.integers(inputs + gates, size=outputs).tolist())


def plain_value(circuit: ThresholdCircuit, given: list[bool]) -> list[bool]:
    """Return the outputs for one input, gate by gate in whole numbers of Python."""
    wires = list(map(int, given))
    for gate in range(circuit.size):
        edges = range(int(circuit.offsets[gate]), int(circuit.offsets[gate + 1]))
        total = sum(int(circuit.weights[e]) * wires[int(circuit.sources[e])] for e in edges)
        wires.append(int(total >= int(circuit.thresholds[gate])))
    return [bool(wires[wire]) for wire in circuit.outputs.tolist()]
