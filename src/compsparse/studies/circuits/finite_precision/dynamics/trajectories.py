"""Trajectories: as circuits of several time steps, and their rounding errors."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from jaxtyping import Bool, Float64

from compsparse.studies.circuits.circuit import copying, packed
from compsparse.studies.circuits.circuit.bits import bits_of, numbers_of
from compsparse.studies.circuits.circuit.builder import Builder
from compsparse.studies.circuits.circuit.circuit import Circuit
from compsparse.studies.circuits.finite_precision.dynamics import system as dynamics
from compsparse.studies.circuits.finite_precision.dynamics.system import WHOLE, Real, System, Whole
from workflow_engine.artifacts.errors import ArtifactError
from workflow_engine.seeds import generator

_TINY = 2.0**-30


def circuit_of(path: Path, circuits: Mapping[str, Circuit], fraction: int) -> Circuit:
    """Return the stored circuit of one step with ``fraction`` places behind the point."""
    key, wires = f"w{fraction}", 2 * (WHOLE + fraction)
    if key not in circuits or (circuits[key].inputs, len(circuits[key].outputs)) != (wires, wires):
        raise ArtifactError(path, f"It has no circuit {key!r} from {wires} bits to {wires}.")
    return circuits[key]


def repeated(step: Circuit, count: int) -> Circuit:
    """Return ``count`` steps: the circuit of one composed with itself."""
    builder = Builder(step.inputs)
    wires = list(range(step.inputs))
    for _ in range(count):
        wires = copying.place(builder, step, wires)
    return builder.build(wires)


def compositions(
    system: System, step: Circuit, fraction: int, starts: Real, counts: Sequence[int]
) -> list[dict[str, Any]]:
    """Return the size of each number of composed steps, and the wrong output bits."""
    states = dynamics.cut(starts, fraction)
    given, rows, done = _bits(states, fraction), [], 0
    for count in sorted(counts):
        circuit = repeated(step, count)
        for _ in range(count - done):
            states = system.whole(states, fraction)
        done = count
        differences = packed.PackedCircuit(circuit).evaluate_bits(given) != _bits(states, fraction)
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


def drawn_starts(system: System, role: str, run: int, count: int, root_seed: int) -> Real:
    """Return initial states of a system, drawn independently for each role and run."""
    random = generator(root_seed, "circuits_physical_system", system.name, role, run)
    return system.starts(random.random((2, count)))


def circuit_errors(
    system: System, step: packed.PackedCircuit, starts: Real, fraction: int, steps: int
) -> Float64[np.ndarray, " state"]:
    """Return the last ``rounding_errors`` of a circuit of one step, applied repeatedly."""
    width, real = WHOLE + fraction, starts
    bits = _bits(dynamics.cut(starts, fraction), fraction)
    for _ in range(steps):
        bits, real = step.evaluate_bits(bits), system.real(real)
    whole = np.stack([numbers_of(half).astype(np.int64) for half in np.split(bits, 2, axis=1)])
    whole -= (whole >> (width - 1)) << width  # a sign counts as minus two of itself
    return np.asarray(np.abs(np.ldexp(whole.astype(np.float64), -fraction) - real).max(axis=0))


def rounding_errors(
    system: System, starts: Real, fraction: int, steps: int
) -> Float64[np.ndarray, "step state"]:
    """Return, after each step from 1 on, the larger coordinate's distance from the exact path."""
    # the start is cut to the same places, too, like the code Q_n(x) of a real x
    whole, real = dynamics.cut(starts, fraction), starts
    errors = np.empty((steps, starts.shape[1]))
    for step in range(steps):
        whole, real = system.whole(whole, fraction), system.real(real)
        errors[step] = np.abs(np.ldexp(whole.astype(np.float64), -fraction) - real).max(axis=0)
    return errors


def linear_errors(
    system: System, starts: Real, fraction: int, steps: int
) -> Float64[np.ndarray, "step state"]:
    """Return the error that the linearised map predicts after each step from 1 on.

    Only the start is rounded: this is the expansion of the map itself, from the same starts.
    """
    unit = np.ldexp(1.0, -fraction)
    moved = (np.ldexp(dynamics.cut(starts, fraction).astype(np.float64), -fraction) - starts) / unit
    real, errors = starts, np.empty((steps, starts.shape[1]))
    for step in range(steps):
        ahead = system.real(real)
        # small enough for the map to be linear, large enough for float64 to resolve
        moved = (system.real(real + _TINY * moved) - ahead) / _TINY
        real = ahead
        errors[step] = np.abs(moved).max(axis=0) * unit
    return errors


def places_for(bits: float, accuracy: int) -> int:
    """Return the least fraction at which 2^bits 2^-fraction is below 2^-accuracy, plus one."""
    return accuracy + max(0, int(np.ceil(bits))) + 1
