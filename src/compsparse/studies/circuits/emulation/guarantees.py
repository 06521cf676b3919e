"""Guarantees for the outputs of a whole network whose inputs are nearly bits.

Document 000, Lemma 4: 'Choosing sub-gate accuracies so the accumulated error is <= 2^(-m_out)'.
With a plateau nothing accumulates: the reach of a gate's sum (``gate_error``) is made of fresh
errors of inputs and gates only.
"""

from itertools import pairwise

import numpy as np
from jaxtyping import Float64, Int64

from compsparse.studies.circuits.circuit.circuit import Circuit
from compsparse.studies.circuits.circuit.gates import Kind
from compsparse.studies.circuits.emulation.gate_error import sigmoid_bound
from compsparse.studies.circuits.networks import step_function, subnetwork


def input_reads(circuit: Circuit) -> Int64[np.ndarray, " gate"]:
    """Return how many sources of each gate are inputs of the circuit."""
    reader = np.repeat(np.arange(circuit.size), circuit.fan_ins)
    return np.bincount(reader[circuit.sources < circuit.inputs], minlength=circuit.size)


def saturating_radius(circuit: Circuit) -> float:
    """Return the deviation of the inputs up to which the saturating network makes no error.

    1/4 over the largest number of inputs that a gate reads; outputs that are inputs are left out.
    """
    most = int(input_reads(circuit).max(initial=0))
    return step_function.PLATEAU / most if most else float("inf")


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
