"""Greedy assignment of neurons to directions: the earliest pair first, then both are removed.

Claims 1 and 2 of the proof sketch of document 003, part I, as an algorithm without a flow: neuron i
would escape to direction p at a time of order 1 / (a_p M_ip^(k-2)), and then needs
ln(a_p / r_0) / (8 a_p) more until its strength has grown; the earliest pair is removed, and so on.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64, Int64

from compsparse.studies.emergence.flow.population import escape_time
from compsparse.studies.emergence.starts.stored import Starts
from compsparse.studies.emergence.teacher import PowerLawTeacher


@dataclass(frozen=True)
class Assignment:
    """Pairs of neurons and directions, in the order of their escape."""

    directions: Int64[np.ndarray, " pair"]  # from 0
    times: Float64[np.ndarray, " pair"]  # when each is learned, in the time of the flow


def assign(
    order: int,
    amplitudes: Float64[np.ndarray, " direction"],
    overlaps: Float64[np.ndarray, "neuron direction"],
    initial_strength: float,
) -> Assignment:
    """Pair neurons with directions, each at most once, by overlaps at the start.

    ``order`` is k, above 2, and a negative overlap never escapes for odd ones; ``initial_strength``
    is between 0 and the smallest amplitude. ValueError otherwise.
    """
    if not 0 < initial_strength < amplitudes.min():
        raise ValueError(
            f"The initial strength is {initial_strength:g}; it must lie between 0 and the smallest "
            f"amplitude, {amplitudes.min():g}."
        )
    unit = escape_time(order, 1.0, 1.0)
    reach = overlaps if order % 2 else np.abs(overlaps)
    # the inverse of the escape time, in units of `unit`
    speed = amplitudes * np.maximum(reach, 0.0) ** (order - 2)
    growth = np.log(amplitudes / initial_strength) / (8 * amplitudes)
    directions, times = [], []
    for _ in range(min(speed.shape)):
        neuron, direction = np.unravel_index(int(speed.argmax()), speed.shape)
        fastest = float(speed[neuron, direction])
        if fastest <= 0:
            break
        directions.append(int(direction))
        times.append(unit / fastest + float(growth[direction]))
        speed[neuron] = 0.0
        speed[:, direction] = 0.0
    return Assignment(np.array(directions, dtype=np.int64), np.array(times, dtype=np.float64))


def predicted(
    starts: Starts,
    teacher: PowerLawTeacher,
    run: int,
    neurons: int,
    order: int,
    initial_strength: float,
) -> Assignment:
    """Return the assignment of the first ``neurons`` of a run's start."""
    overlaps = starts.coordinates[run, :neurons, : starts.directions]
    return assign(order, teacher.amplitudes, overlaps, initial_strength)
