"""All circuits of Theorem 1 for one program and input length (document 000, slide 'Proof')."""

from dataclasses import dataclass

from compsparse.studies.circuits.circuit import circuit, copying
from compsparse.studies.circuits.machine_circuits.unroll import unrolled
from compsparse.studies.circuits.machines.program import Program
from compsparse.studies.circuits.threshold import bounded, from_boolean, threshold_circuit

STAGES = ("unrolled", "folded", "threshold", "bounded")


@dataclass(frozen=True)
class Pipeline:
    """The circuits, each made from the one before."""

    unrolled: circuit.Circuit  # step 1: one layer per time step
    folded: circuit.Circuit  # the same without constants, equal and dead gates
    threshold: threshold_circuit.ThresholdCircuit  # step 2
    bounded: circuit.Circuit  # step 3, at most three sources per gate, folded again


def pipeline(program: Program, length: int) -> Pipeline:
    """Return the circuits of a program for inputs of a length."""
    raw = unrolled(program, length)
    folded = copying.simplified(raw)
    threshold = from_boolean.threshold_circuit(folded)
    return Pipeline(raw, folded, threshold, copying.simplified(bounded.bounded_fan_in(threshold)))
