"""Boolean gates as threshold gates: Theorem 1, step 2.

Document 000, slide 'Proof', step 2: AND, OR and NOT are single threshold gates, and so is MAJORITY;
XOR, true at a sum between two false ones, is not. The slide prints NOT(x) = 1{-x >= 1}, which is
false for both bits; the threshold that negates is 0.
"""

from itertools import pairwise

from compsparse.studies.circuits.circuit.circuit import Circuit
from compsparse.studies.circuits.circuit.gates import Kind
from compsparse.studies.circuits.threshold.threshold_circuit import (
    ThresholdCircuit,
    ThresholdGate,
    from_gates,
)


def threshold_circuit(circuit: Circuit) -> ThresholdCircuit:
    """Return a circuit of threshold gates with the same function, one gate for each but XOR."""
    gates: list[ThresholdGate] = []
    wires = list(range(circuit.inputs))  # of the circuit, in the new one
    sources = circuit.sources.tolist()
    for kind, (start, stop) in zip(
        circuit.kinds.tolist(), pairwise(circuit.offsets.tolist()), strict=True
    ):
        read = [wires[wire] for wire in sources[start:stop]]
        gates += gates_of(Kind(kind), read, circuit.inputs + len(gates))
        wires.append(circuit.inputs + len(gates) - 1)
    return from_gates(circuit.inputs, gates, [wires[wire] for wire in circuit.outputs.tolist()])


def gates_of(kind: Kind, sources: list[int], first: int) -> list[ThresholdGate]:
    """Return a gate's threshold gates, from wire ``first`` on; the last of them has its value."""
    ones = [1] * len(sources)
    match kind:
        case Kind.ZERO:
            return [ThresholdGate([], [], 1)]
        case Kind.ONE:
            return [ThresholdGate([], [], 0)]
        case Kind.NOT:
            return [ThresholdGate(sources, [-1], 0)]
        case Kind.AND:
            return [ThresholdGate(sources, ones, len(sources))]
        case Kind.OR:
            return [ThresholdGate(sources, ones, 1)]
        case Kind.MAJORITY:
            return [ThresholdGate(sources, ones, 2)]
        case Kind.XOR:
            # the sum s less 2 for each even number that it reaches is s mod 2: two levels
            pairs = len(sources) // 2
            reached = [ThresholdGate(sources, ones, 2 * pair) for pair in range(1, pairs + 1)]
            rest = [*sources, *range(first, first + pairs)]
            return [*reached, ThresholdGate(rest, [*ones, *([-2] * pairs)], 1)]
