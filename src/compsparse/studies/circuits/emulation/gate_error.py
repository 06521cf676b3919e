"""The largest error of a gate's subnetwork when its sources are nearly bits.

If each of r sources is within delta of a bit, their sum is within the reach r delta of a whole
number, anywhere there. So the largest error over a neighbourhood of the bits is one over intervals.
"""

from collections.abc import Sequence
from itertools import product
from math import exp, inf, log

import numpy as np

from compsparse.studies.circuits.circuit.gates import Kind
from compsparse.studies.circuits.networks.subnetwork import (
    LARGEST_FAN_IN,
    Subnetwork,
    changes,
    gate_table,
    sigmoid_step,
    subnetwork,
)

_GRID = 33  # points of each interval, with its ends and its middle
_BISECTIONS = 40  # of a bracket that is at most 2 ln 2 / (1 - 2 reach) wide


def worst_error(emulator: Subnetwork, table: Sequence[bool], reach: float) -> float:
    """Return the largest error where the sum is within ``reach`` of a whole number of the table.

    Exact for ReLU forms, which are linear between the ends of an interval and the thresholds of
    units, and for sigmoids of one or two steps, whose largest errors are at an end; for three steps
    it is the largest on a grid with the ends.
    """
    sums = np.arange(len(table), dtype=np.float64)
    offsets = np.linspace(-reach, reach, _GRID)
    offsets[_GRID // 2] = 0.0  # rounding may miss it
    thresholds = np.array([threshold for threshold, _ in emulator.units]).reshape(-1, 1)
    kinks = np.clip(thresholds, sums - reach, sums + reach)
    points = np.concatenate([sums + offsets[:, None], kinks])
    values = np.array(table, dtype=np.float64)
    return float(np.abs(emulator.evaluate(points) - values).max())


def sigmoid_bound(steps: int, beta: float, reach: float) -> float:
    """Return a bound on the error of sigmoid steps, for gates whose table changes ``steps`` times.

    Steps of a table alternate in sign: those on one side of the sum are wrong together by at most
    what the nearest is, sigma(-beta (1/2 -+ x)) at a distance x from the whole number. Both sides'
    sum grows with x up to the reach; from 1/2 on only 0 and 1 bound it.
    """
    if reach >= 0.5 or steps == 0:
        return min(1.0, float(steps))
    # exp of more than 700 overflows
    near = 1.0 / (1.0 + exp(min(beta * (0.5 - reach), 700.0)))
    far = 1.0 / (1.0 + exp(min(beta * (0.5 + reach), 700.0)))
    return near + (far if steps > 1 else 0.0)


def sufficient_beta(accuracy: float, reach: float) -> float:
    """Return ln(2 / accuracy) / (1/2 - reach), for ``sigmoid_bound``; infinite from 1/2 on."""
    return log(2.0 / accuracy) / (0.5 - reach) if reach < 0.5 else inf


def needed_beta(table: Sequence[bool], accuracy: float, reach: float) -> float:
    """Return the smallest slope at which the gate's worst error is ``accuracy``, by bisection."""
    if reach >= 0.5 or not changes(table):
        raise ValueError(
            f"A sigmoid gate of {len(changes(table))} steps has no smallest slope at the reach "
            f"{reach}; it needs a step, and a reach below 1/2."
        )
    high = sufficient_beta(accuracy, reach)
    low = log((1.0 - accuracy) / accuracy) / (0.5 - reach)  # of a single step
    for _ in range(_BISECTIONS):
        middle = (low + high) / 2
        if worst_error(subnetwork(table, sigmoid_step(middle)), table, reach) > accuracy:
            low = middle
        else:
            high = middle
    return high


Table = tuple[bool, ...]

# those of Lemma 3: kind and number of sources of every gate that bounded circuits are made of
STANDARD_GATES: dict[str, tuple[Kind, int]] = {
    "NOT": (Kind.NOT, 1),
    "AND 2": (Kind.AND, 2),
    "OR 2": (Kind.OR, 2),
    "XOR 2": (Kind.XOR, 2),
    "AND 3": (Kind.AND, 3),
    "OR 3": (Kind.OR, 3),
    "XOR 3": (Kind.XOR, 3),
    "MAJ 3": (Kind.MAJORITY, 3),
}


def standard_tables() -> dict[str, Table]:
    """Return the values of each gate by the number of true sources."""
    return {
        name: tuple(gate_table(kind, fan_in)) for name, (kind, fan_in) in STANDARD_GATES.items()
    }


def all_tables() -> list[Table]:
    """Return all 4 + 16 + 256 Boolean functions of 1 to 3 bits, by the number that these write."""
    return [
        table
        for fan_in in range(1, LARGEST_FAN_IN + 1)
        for table in product((False, True), repeat=2**fan_in)
    ]
