"""The circuits that are evaluated, and on how many inputs."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from compsparse.studies.circuits.circuit.circuit import Circuit, from_gates
from compsparse.studies.circuits.circuit.copying import without_dead_gates
from compsparse.studies.circuits.circuit.gates import Kind
from compsparse.studies.circuits.machine_circuits.pipeline import pipeline
from compsparse.studies.circuits.machines.library import PALINDROME
from workflow_engine.seeds import generator

MANY, ALL = 2**20, 2**10  # inputs; all of 10 bits are 2^10
# of a peer at once: enough to measure, few enough for its memory
NAIVE_INPUTS, ARRAY_INPUTS, NETWORK_INPUTS = 2, 4_096, 256


@dataclass(frozen=True)
class Case:
    """A circuit on a number of inputs.

    Attributes:
        make: returns the circuit.
        inputs: evaluated at once by this project.
        targets: ratios of times per input to be reached, by peer; none where none was set.
    """

    make: Callable[[], Circuit]
    inputs: int
    targets: dict[str, float]


def _palindrome() -> Circuit:
    return pipeline(PALINDROME, 10).bounded


def _random() -> Circuit:
    """Return gates that read any earlier wires: few rows can be reused, nothing is near."""
    random = generator(0, "benchmark", "circuits")
    inputs, gates = 64, 20_000
    kinds = random.choice([Kind.AND, Kind.OR, Kind.XOR, Kind.MAJORITY], size=gates).tolist()
    made = [
        (Kind(kind), random.integers(inputs + gate, size=3).tolist())
        for gate, kind in enumerate(kinds)
    ]
    outputs = np.arange(inputs + gates - 64, inputs + gates)
    return without_dead_gates(from_gates(inputs, made, outputs))


CASES = {
    "palindrome n = 10, 2^20 inputs": Case(
        _palindrome, MANY, {"naive": 1000.0, "arrays": 20.0, "network": 20.0}
    ),
    "palindrome n = 10, all 2^10 inputs": Case(_palindrome, ALL, {}),
    "random gates, 2^20 inputs": Case(_random, MANY, {}),
}
