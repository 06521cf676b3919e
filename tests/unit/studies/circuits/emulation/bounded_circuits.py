"""Random circuits of fan-in at most 3, which subnetworks can be made of."""

import numpy as np

from compsparse.studies.circuits.circuit.circuit import Circuit, from_gates
from compsparse.studies.circuits.circuit.gates import ARITIES, Kind
from compsparse.studies.circuits.networks.subnetwork import LARGEST_FAN_IN


def bounded_circuit(seed: int, *, inputs: int = 5, gates: int = 60, outputs: int = 6) -> Circuit:
    """Return a circuit with gates of every kind and arity up to 3, constants and repeats too."""
    random = np.random.default_rng(seed)
    made: list[tuple[Kind, list[int]]] = []
    while len(made) < gates:
        kind = Kind(int(random.integers(len(Kind))))
        least, most = ARITIES[kind]
        fan_in = int(random.integers(least, (LARGEST_FAN_IN if most is None else most) + 1))
        made.append((kind, random.integers(inputs + len(made), size=fan_in).tolist()))
    return from_gates(inputs, made, random.integers(inputs + gates, size=outputs).tolist())
