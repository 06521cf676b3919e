"""Guarantees for the outputs of a whole network whose inputs are nearly bits.

Document 000, Lemma 4: 'Choosing sub-gate accuracies so the accumulated error is <= 2^(-m_out)'.
With a plateau nothing accumulates: the reach of a gate's sum (``gate_error``) is made of fresh
errors of inputs and gates only.

Noise at every gate: if every wire is within e of its bit, the sum of r sources is within r e of a
whole number, and the next wire within delta + 2 max(0, r e - 1/4): the gate's own error, and the
noise. Up to delta = 1 / (4 r) that stays at delta; above, it grows by the factor 2 r from gate to
gate until wires mean nothing. In a tree of ANDs whose inputs are all true, nothing is lost in these
bounds.
"""

from itertools import pairwise
from math import nan

import numpy as np
from jaxtyping import Float64, Int64

from compsparse.studies.circuits.circuit.circuit import Circuit
from compsparse.studies.circuits.circuit.gates import Kind
from compsparse.studies.circuits.emulation.gate_error import sigmoid_bound, worst_error
from compsparse.studies.circuits.networks import subnetwork


def input_reads(circuit: Circuit) -> Int64[np.ndarray, " gate"]:
    """Return how many sources of each gate are inputs of the circuit."""
    reader = np.repeat(np.arange(circuit.size), circuit.fan_ins)
    return np.bincount(reader[circuit.sources < circuit.inputs], minlength=circuit.size)


def saturating_radius(circuit: Circuit) -> float:
    """Return the deviation of the inputs up to which the saturating network makes no error.

    1/4 over the largest number of inputs that a gate reads; outputs that are inputs are left out.
    """
    most = int(input_reads(circuit).max(initial=0))
    return subnetwork.PLATEAU / most if most else float("inf")


def largest_reach(circuit: Circuit, input_error: float, gate_error: float) -> float:
    """Return the largest reach of a gate's sum for given errors of inputs and gates."""
    read = input_reads(circuit)
    constants = circuit.inputs + np.flatnonzero(circuit.kinds <= Kind.ONE)
    reader = np.repeat(np.arange(circuit.size), circuit.fan_ins)
    fixed = np.bincount(reader[np.isin(circuit.sources, constants)], minlength=circuit.size)
    gates = circuit.fan_ins - read - fixed
    return float((read * input_error + gates * gate_error).max(initial=0.0))


def sigmoid_bounds(
    circuit: Circuit, beta: float, deviation: float, gate_noise: float = 0.0
) -> Float64[np.ndarray, " wire"]:
    """Return a bound of the error of each wire, from gate to gate; beta is the sigmoids' slope."""
    steps = {
        (kind, fan_in): len(subnetwork.changes(subnetwork.gate_table(Kind(kind), fan_in)))
        for kind, fan_in in {*zip(circuit.kinds.tolist(), circuit.fan_ins.tolist(), strict=True)}
    }
    bounds = [deviation] * circuit.inputs
    sources = circuit.sources.tolist()
    for kind, (start, stop) in zip(
        circuit.kinds.tolist(), pairwise(circuit.offsets.tolist()), strict=True
    ):
        reach = sum(map(bounds.__getitem__, sources[start:stop]), 0.0)
        bounds.append(sigmoid_bound(steps[kind, stop - start], beta, reach) + gate_noise)
    return np.array(bounds)


_BISECTIONS = 40
_LOST = 0.5  # an error at which a value is equally close to both bits


def errors_by_level(
    step: subnetwork.StepFunction, fan_in: int, deviation: float, depth: int
) -> list[float]:
    """Return the worst error of each level of a deep tree of ANDs; noise included, 1 at most."""
    table = subnetwork.gate_table(Kind.AND, fan_in)
    emulator = subnetwork.subnetwork(table, step)
    errors = [deviation]  # of the inputs
    for _ in range(depth):
        gate_error = worst_error(emulator, table, fan_in * errors[-1])
        errors.append(min(1.0, gate_error + deviation))
    return errors


def threshold(step: subnetwork.StepFunction, fan_in: int, depth: int) -> float:
    """Return the largest noise at which no level of such a tree is lost; NaN if there is none."""
    low, high = 0.0, _LOST
    if errors_by_level(step, fan_in, 0.0, depth)[-1] >= _LOST:
        return nan
    for _ in range(_BISECTIONS):
        middle = (low + high) / 2
        if errors_by_level(step, fan_in, middle, depth)[-1] < _LOST:
            low = middle
        else:
            high = middle
    return low
