"""Random circuits of all kinds of gates, for tests that hold for every circuit."""

import numpy as np

from compsparse.studies.circuits.circuit.circuit import Circuit, from_gates
from compsparse.studies.circuits.circuit.gates import ARITIES, Kind

MOST = 4  # sources of a gate whose kind allows any number


def random_circuit(seed: int, *, inputs: int = 5, gates: int = 40, outputs: int = 6) -> Circuit:
    """Return a circuit with gates of every kind, arity and depth, constants and repeats too."""
    random = np.random.default_rng(seed)
    made: list[tuple[Kind, list[int]]] = []
    while len(made) < gates:
        kind = Kind(int(random.integers(len(Kind))))
        least, most = ARITIES[kind]
        arity = int(random.integers(least, (MOST if most is None else most) + 1))
        wires = inputs + len(made)
        if arity == 0 or wires > 0:
            made.append((kind, random.integers(wires, size=arity).tolist() if arity else []))
    return from_gates(inputs, made, random.integers(inputs + gates, size=outputs).tolist())
