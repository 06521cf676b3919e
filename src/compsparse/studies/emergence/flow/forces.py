"""Forces on neurons: coupled to each other through their overlaps, or decoupled by direction.

``coupled`` is exact where coordinates span all neurons (``starts.law.draw_coordinates``); with the
teacher's only, it neglects overlaps outside its span, of order d^(-1/2), to the power order - 1.
``decoupled`` is claim 1 of the proof sketch of document 003, part I: neurons see each other only
through what is left to learn along each direction of the teacher.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from jaxtyping import Float, Int64

from compsparse.studies.emergence.arrays import ByDirection, ByNeuron, Neurons

_ACTIVE = 1e-3  # of the smallest amplitude: a weaker neuron hardly pushes any other
_ABOVE_START = 2.0  # times the start: nor does one that has not grown


@dataclass(frozen=True)
class FlowState:
    """The student's neurons and the teacher's amplitudes."""

    order: int  # k
    amplitudes: ByDirection  # a_p, of the first coordinates
    coordinates: Neurons  # of u_i, perhaps in the teacher's span
    strengths: ByNeuron  # r_i
    active: Int64[np.ndarray, " active"]  # indices of neurons strong enough to push others


@dataclass(frozen=True)
class Forces:
    """Forces on neurons, and the two terms of the growth of their strengths."""

    direction: Neurons  # G
    gain: ByNeuron  # g
    load: ByNeuron  # S
    true_load: ByNeuron | None = None  # S in the loss, where it differs


ForceLaw = Callable[[FlowState], Forces]


def active_strength(amplitudes: ByDirection, initial_strength: float) -> float:
    """Return the strength above which a neuron pushes others."""
    return max(_ACTIVE * float(amplitudes[-1]), _ABOVE_START * initial_strength)


def integer_power(x: Float[np.ndarray, "..."], exponent: int) -> Float[np.ndarray, "..."]:
    """Return x^exponent, elementwise, for exponents from 1 on."""
    # numpy's own ``**`` calls pow for each element
    result = x.copy()
    for _ in range(exponent - 1):
        result *= x
    return result


def coupled(state: FlowState) -> Forces:
    """Return the forces of ``population``, with pushes from the active neurons only."""
    directions, coordinates, active = len(state.amplitudes), state.coordinates, state.active
    overlaps = coordinates[:, :directions]
    pulls = state.amplitudes * integer_power(overlaps, state.order - 1)
    gain = (pulls * overlaps).sum(axis=1)
    gram = coordinates @ coordinates[active].T
    pushes = state.strengths[active] * integer_power(gram, state.order - 1)
    # a neuron does not push itself, but its load includes its whole strength
    pushes[active, np.arange(len(active))] = 0.0
    load = (pushes * gram).sum(axis=1) + state.strengths
    force = -pushes @ coordinates[active]
    force[:, :directions] += pulls
    return Forces(force, gain, load)


def decoupled(state: FlowState) -> Forces:
    """Return forces in which each direction sees only the rest of its own amplitude."""
    coordinates, active = state.coordinates, state.active
    powers = integer_power(coordinates, state.order - 1)
    contributions = state.strengths[active, None] * powers[active] * coordinates[active]
    learned = contributions.sum(axis=0)
    left = np.broadcast_to(state.amplitudes - learned, coordinates.shape).copy()
    left[active] += contributions  # a neuron does not push itself
    overlaps = powers * coordinates
    # its own load is its whole strength, not that of its overlaps with the directions
    load = overlaps @ learned + state.strengths
    load[active] -= (overlaps[active] * contributions).sum(axis=1)
    return Forces(left * powers, overlaps @ state.amplitudes, load)


def alone(law: ForceLaw) -> ForceLaw:
    """Return a law in which neurons do not see each other; the loss still counts all of them."""

    def without_others(state: FlowState) -> Forces:
        moving = law(replace(state, active=np.empty(0, dtype=np.int64)))
        return replace(moving, true_load=law(state).load)

    return without_others


without_deflation = alone(coupled)  # a control


def student_law(*, compete: bool) -> ForceLaw:
    """Return the law of a student whose neurons see each other, or do not."""
    return coupled if compete else without_deflation
