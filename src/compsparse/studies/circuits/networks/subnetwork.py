"""The subnetwork N_g of a gate: one hidden layer on a weighted sum of the gate's sources.

Document 000, Lemma 3. A symmetric gate is a table by the number of its true sources, any other by
the whole number x_1 + 2 x_2 + 4 x_3 that they write: a sum of steps where the table changes.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64

from compsparse.studies.circuits.circuit.gates import Kind, value
from compsparse.studies.circuits.networks.step_function import StepFunction, activate

LARGEST_FAN_IN = 3


@dataclass(frozen=True)
class Subnetwork:
    """constant + sum over units of weight * activation(slope * (s - threshold))."""

    step: StepFunction
    constant: float  # bias of the output
    units: tuple[tuple[float, float], ...]  # threshold and outgoing weight, by rising threshold

    def evaluate(self, sums: Float64[np.ndarray, "*shape"]) -> Float64[np.ndarray, "*shape"]:
        """Return the output for each sum of the sources."""
        result = np.full_like(sums, self.constant)
        for threshold, weight in self.units:
            activation = activate(self.step, sums, threshold)
            if weight == 1.0:
                result += activation
            elif weight == -1.0:
                result -= activation
            else:
                activation *= weight
                result += activation
        return result


def gate_table(kind: Kind, fan_in: int) -> list[bool]:
    """Return the value of a gate by the number of its sources that are true."""
    return [value(kind, [True] * true + [False] * (fan_in - true)) for true in range(fan_in + 1)]


def changes(table: Sequence[bool]) -> list[tuple[int, int]]:
    """Return where a table changes: each j, with table[j] - table[j - 1], whose sign alternates."""
    return [
        (j, int(table[j]) - int(table[j - 1]))
        for j in range(1, len(table))
        if table[j] != table[j - 1]
    ]


def subnetwork(table: Sequence[bool], step: StepFunction) -> Subnetwork:
    """Return a table's subnetwork; units of neighbouring steps with one threshold are merged."""
    if not len(table):
        raise ValueError("A gate's table is empty; give a value for each sum from 0 on.")
    units: dict[float, float] = {}
    for j, sign in changes(table):
        for offset, weight in step.parts:
            units[j + offset] = units.get(j + offset, 0.0) + sign * weight
    kept = tuple(sorted((threshold, weight) for threshold, weight in units.items() if weight))
    return Subnetwork(step, float(table[0]), kept)
