"""What moves neurons: coupled to each other through their overlaps, or decoupled by direction.

``coupled`` is exact where coordinates span all neurons (``initial_law.draw_coordinates``). With the
teacher's coordinates only, it neglects the overlaps of the neurons' parts beside the teacher, which
are of order d^(-1/2) and enter with a power of order - 1.

``decoupled`` is claim 1 of the proof sketch of document 003, part I, as an engine: neurons see each
other only through what is left to learn along each direction of the teacher.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64, Int64

from compsparse.studies.emergence.flow.integer_power import integer_power


@dataclass(frozen=True)
class Forces:
    """Forces on neurons, and the two terms of the growth of their strengths."""

    direction: Float64[np.ndarray, "neuron coordinate"]  # G
    gain: Float64[np.ndarray, " neuron"]  # g
    load: Float64[np.ndarray, " neuron"]  # S


# order, amplitudes, coordinates, strengths, which neurons push others
ForceLaw = Callable[
    [
        int,
        Float64[np.ndarray, " direction"],
        Float64[np.ndarray, "neuron coordinate"],
        Float64[np.ndarray, " neuron"],
        Int64[np.ndarray, " active"],
    ],
    Forces,
]


def coupled(
    order: int,
    amplitudes: Float64[np.ndarray, " direction"],
    coordinates: Float64[np.ndarray, "neuron coordinate"],
    strengths: Float64[np.ndarray, " neuron"],
    active: Int64[np.ndarray, " active"],
) -> Forces:
    """Return the forces of ``population``, with pushes from the active neurons only.

    Args:
        order: k.
        amplitudes: a_p; the teacher's directions are the first coordinates.
        coordinates: of the unit vectors u_i, or of their parts in the teacher's span.
        strengths: r_i.
        active: indices of the neurons strong enough to push others.
    """
    directions = len(amplitudes)
    overlaps = coordinates[:, :directions]
    pulls = amplitudes * integer_power(overlaps, order - 1)
    gain = (pulls * overlaps).sum(axis=1)
    force = np.zeros_like(coordinates)
    force[:, :directions] = pulls
    gram = coordinates @ coordinates[active].T
    pushes = strengths[active] * integer_power(gram, order - 1)
    load = (pushes * gram).sum(axis=1)
    # no neuron pushes itself along its own direction; its load is its whole strength
    itself = np.arange(len(active))
    load[active] += strengths[active] - pushes[active, itself] * gram[active, itself]
    pushes[active, itself] = 0.0
    inactive = np.ones(len(strengths), dtype=bool)
    inactive[active] = False
    load[inactive] += strengths[inactive]
    force -= pushes @ coordinates[active]
    return Forces(force, gain, load)


def decoupled(
    order: int,
    amplitudes: Float64[np.ndarray, " direction"],
    coordinates: Float64[np.ndarray, "neuron coordinate"],
    strengths: Float64[np.ndarray, " neuron"],
    active: Int64[np.ndarray, " active"],
) -> Forces:
    """Return forces in which each direction knows only what is left of its amplitude."""
    powers = integer_power(coordinates, order - 1)
    contributions = strengths[active, None] * powers[active] * coordinates[active]
    learned = contributions.sum(axis=0)
    left = np.broadcast_to(amplitudes - learned, coordinates.shape).copy()
    left[active] += contributions  # a neuron does not push itself
    gain = (powers * coordinates) @ amplitudes
    load = (powers * coordinates) @ learned
    return Forces(left * powers, gain, load)


def without_deflation(
    order: int,
    amplitudes: Float64[np.ndarray, " direction"],
    coordinates: Float64[np.ndarray, "neuron coordinate"],
    strengths: Float64[np.ndarray, " neuron"],
    active: Int64[np.ndarray, " active"],
) -> Forces:
    """Return the forces of neurons that do not see each other: a control, no training does this."""
    nobody = np.empty(0, dtype=np.int64)
    return coupled(order, amplitudes, coordinates, strengths, nobody)
