"""Circuits of several time steps beside whole-number arithmetic."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from jaxtyping import Bool

from compsparse.artifacts.errors import ArtifactError
from compsparse.studies.circuits.circuit.bits import bits_of
from compsparse.studies.circuits.circuit.circuit import Circuit
from compsparse.studies.circuits.circuit.packed import PackedCircuit
from compsparse.studies.circuits.finite_precision.dynamics import system as dynamics
from compsparse.studies.circuits.finite_precision.dynamics.system import WHOLE, Real, System, Whole


def circuit_of(path: Path, circuits: Mapping[str, Circuit], fraction: int) -> Circuit:
    """Return the stored circuit of one step with so many places behind the point."""
    key, wires = f"w{fraction}", 2 * (WHOLE + fraction)
    if key not in circuits or (circuits[key].inputs, len(circuits[key].outputs)) != (wires, wires):
        raise ArtifactError(path, f"It has no circuit {key!r} from {wires} bits to {wires}.")
    return circuits[key]


def compositions(
    system: System, step: Circuit, fraction: int, starts: Real, counts: Sequence[int]
) -> list[dict[str, Any]]:
    """Return the sizes of so many composed steps, and how many output bits are wrong.

    ``step`` is a circuit of one step with ``fraction`` places behind the point.
    """
    states = dynamics.cut(starts, fraction)
    given, rows, done = _bits(states, fraction), [], 0
    for count in sorted(counts):
        circuit = dynamics.repeated(step, count)
        for _ in range(count - done):
            states = system.whole(states, fraction)
        done = count
        differences = PackedCircuit(circuit).evaluate_bits(given) != _bits(states, fraction)
        rows.append(
            {
                "steps": count,
                "fraction": fraction,
                "size": circuit.size,
                "depth": circuit.depth,
                "fan_in": circuit.fan_in,
                "differences": int(differences.sum()),
            }
        )
    return rows


def _bits(states: Whole, fraction: int) -> Bool[np.ndarray, "state bit"]:
    # the lowest places of a negative number are its two's complement
    return np.concatenate(
        [bits_of(numbers.astype(np.uint64), WHOLE + fraction) for numbers in states], axis=1
    )
