"""A circuit as a network: every gate replaced by its subnetwork (document 000, Lemma 4).

A level of the circuit is a pair of sparse layers: units that read sums of earlier values, and
values that are weighted sums of the units. Connections skip layers, so that nothing is copied.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64, Int64

from compsparse.studies.circuits.circuit.circuit import Circuit
from compsparse.studies.circuits.circuit.gates import Kind
from compsparse.studies.circuits.networks import subnetwork

Gates = Float64[np.ndarray, "gate input"]

_BLOCK = 512  # inputs at once: enough to outweigh the calls, few enough for the cache

Disturbance = Callable[[Gates], Gates]


@dataclass(frozen=True)
class _Group:
    """Gates with one subnetwork, evaluated at once into rows start to stop."""

    emulator: subnetwork.Subnetwork
    start: int
    stop: int
    sources: Int64[np.ndarray, "source gate"]


class Network:
    """A network of gates of at most three sources, ready to be evaluated many times.

    ``units`` counts hidden units, ``weights`` their connections in and out without biases,
    ``depth`` the hidden layers on the longest path to an output.
    """

    def __init__(self, circuit: Circuit, step: subnetwork.StepFunction) -> None:
        if circuit.fan_in > subnetwork.LARGEST_FAN_IN:
            raise ValueError(
                f"The circuit has a gate of {circuit.fan_in} sources; subnetworks are made of "
                f"gates with at most {subnetwork.LARGEST_FAN_IN}. Bound the circuit's fan-in first."
            )
        self.inputs = circuit.inputs
        self.depth = circuit.depth
        self.units = self.weights = 0
        self._rows = circuit.wires
        groups = circuit.groups(circuit.kinds)
        order = np.concatenate([np.empty(0, dtype=np.int64), *groups])
        row = np.concatenate([np.arange(circuit.inputs), np.empty(circuit.size, dtype=np.int64)])
        row[circuit.inputs + order] = circuit.inputs + np.arange(circuit.size)
        self._groups = []
        start = circuit.inputs
        for gates in groups:
            fan_in = int(circuit.fan_ins[gates[0]])
            kind = Kind(int(circuit.kinds[gates[0]]))
            emulator = subnetwork.subnetwork(subnetwork.gate_table(kind, fan_in), step)
            edges = circuit.offsets[gates] + np.arange(fan_in)[:, None]
            sources = row[circuit.sources[edges]]
            self._groups.append(_Group(emulator, start, start + len(gates), sources))
            start += len(gates)
            self.units += len(gates) * len(emulator.units)
            self.weights += len(emulator.units) * (len(gates) + _distinct(sources))
        self._outputs = row[circuit.outputs]

    def evaluate(
        self, values: Float64[np.ndarray, "input bit"], disturb: Disturbance | None = None
    ) -> Float64[np.ndarray, "input output"]:
        """Return the outputs for real inputs; ``disturb`` changes values that later gates read."""
        if values.shape[1] != self.inputs:
            raise ValueError(
                f"The network has {self.inputs} inputs, but got {values.shape[1]} columns."
            )
        wires = np.empty((self._rows, min(_BLOCK, len(values))))
        results = np.empty((len(values), len(self._outputs)))
        for first in range(0, len(values), _BLOCK):
            part = values[first : first + _BLOCK]
            used = wires[:, : len(part)]
            used[: self.inputs] = part.T
            for group in self._groups:
                made = group.emulator.evaluate(_sums(group, used))
                used[group.start : group.stop] = made if disturb is None else disturb(made)
            results[first : first + _BLOCK] = used[self._outputs].T
        return results


def _sums(group: _Group, wires: Float64[np.ndarray, "wire input"]) -> Gates:
    if not len(group.sources):
        return np.zeros((group.stop - group.start, wires.shape[1]))
    sums: Gates = wires[group.sources[0]]
    for sources in group.sources[1:]:
        sums += wires[sources]
    return sums


def _distinct(sources: Int64[np.ndarray, "source gate"]) -> int:
    """Return the number of connections; one of weight 2 where a gate reads a wire twice."""
    if not len(sources):
        return 0
    ordered = np.sort(sources, axis=0)
    return int(ordered.shape[1] + (np.diff(ordered, axis=0) != 0).sum())
