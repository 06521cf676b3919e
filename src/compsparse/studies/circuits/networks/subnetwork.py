"""The subnetwork N_g of a gate: one hidden layer on a weighted sum of the gate's sources.

Document 000, Lemma 3. A symmetric gate is a table by the number of its true sources, any other by
the whole number x_1 + 2 x_2 + 4 x_3 that they write: a sum of steps where the table changes.

A step from 0 to 1 is one or two units of the 'standard activations'. With s a sum of bits, the step
at j asks whether s >= j:

- plain: relu(s - j + 1) - relu(s - j), exact on whole numbers, a slope of 1 everywhere between;
- saturating: 2 relu(s - j + 3/4) - 2 relu(s - j + 1/4), flat within 1/4 of every whole number;
- sigmoid: sigma(beta (s - j + 1/2)), never exact, wrong by sigma(-beta / 2) at whole numbers.

On its plateau the saturating step is exact in floating point, too: for sums below
2^50 the difference s - c of s > c > 0 and a multiple c of 1/4 is not rounded, nor is what follows.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64

from compsparse.studies.circuits.circuit.gates import Kind, value

FORMS = ("plain", "saturating", "sigmoid")  # in the order of stored errors
PLATEAU = 0.25  # half the width on which the saturating step is flat, around whole numbers
_LARGEST_EXPONENT = 700.0  # exp of more overflows; 1 / (1 + exp(700)) is zero to 300 digits


@dataclass(frozen=True)
class StepFunction:
    """A step as a sum of units: weight * activation(slope * (s - j - offset))."""

    name: str  # of the form, in tables
    sigmoid: bool  # the activation is the logistic function, else it is max(0, x)
    slope: float  # weight from the sum into each unit
    parts: tuple[tuple[float, float], ...]  # offset and outgoing weight of each unit


PLAIN = StepFunction("plain", sigmoid=False, slope=1.0, parts=((-1.0, 1.0), (0.0, -1.0)))
SATURATING = StepFunction(
    "saturating",
    sigmoid=False,
    slope=1.0,
    parts=((-0.5 - PLATEAU, 0.5 / PLATEAU), (-0.5 + PLATEAU, -0.5 / PLATEAU)),
)


def sigmoid_step(beta: float) -> StepFunction:
    """Return the sigmoid step of slope beta."""
    if not beta > 0:
        raise ValueError(f"beta is {beta}; a sigmoid rises from 0 to 1 only if it is positive.")
    return StepFunction("sigmoid", sigmoid=True, slope=float(beta), parts=((-0.5, 1.0),))


def activate(
    step: StepFunction, sums: Float64[np.ndarray, "*shape"], threshold: float
) -> Float64[np.ndarray, "*shape"]:
    """Return the activations of units with a threshold on the sum, in a new array."""
    values = sums - threshold
    if not step.sigmoid:
        if step.slope != 1.0:
            values *= step.slope
        return np.maximum(values, 0.0, out=values)
    values *= -step.slope
    np.minimum(values, _LARGEST_EXPONENT, out=values)
    np.exp(values, out=values)
    values += 1.0
    return np.reciprocal(values, out=values)


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
