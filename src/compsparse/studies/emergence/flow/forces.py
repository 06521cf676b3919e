"""What moves neurons: coupled to each other through their overlaps, or decoupled by direction.

``coupled`` is exact where coordinates span all neurons (``starts.law.draw_coordinates``); with the
teacher's only, it neglects overlaps beside it, of order d^(-1/2), to the power of order - 1.
``decoupled`` is claim 1 of the proof sketch of document 003, part I: neurons see each other only
through what is left to learn along each direction of the teacher.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from jaxtyping import Float64, Int64

from compsparse.studies.emergence.flow.integer_power import integer_power


@dataclass(frozen=True)
class FlowState:
    """Where the student's neurons stand, and the teacher that they learn."""

    order: int  # k
    amplitudes: Float64[np.ndarray, " direction"]  # a_p, of the first coordinates
    coordinates: Float64[np.ndarray, "neuron coordinate"]  # of u_i, or of what the teacher spans
    strengths: Float64[np.ndarray, " neuron"]  # r_i
    active: Int64[np.ndarray, " active"]  # indices of neurons strong enough to push others


@dataclass(frozen=True)
class Forces:
    """Forces on neurons, and the two terms of the growth of their strengths."""

    direction: Float64[np.ndarray, "neuron coordinate"]  # G
    gain: Float64[np.ndarray, " neuron"]  # g
    load: Float64[np.ndarray, " neuron"]  # S
    true_load: Float64[np.ndarray, " neuron"] | None = None  # S of the loss, where it is another


ForceLaw = Callable[[FlowState], Forces]


def coupled(state: FlowState) -> Forces:
    """Return the forces of ``population``, with pushes from the active neurons only."""
    directions, coordinates, active = len(state.amplitudes), state.coordinates, state.active
    overlaps = coordinates[:, :directions]
    pulls = state.amplitudes * integer_power(overlaps, state.order - 1)
    gain = (pulls * overlaps).sum(axis=1)
    gram = coordinates @ coordinates[active].T
    pushes = state.strengths[active] * integer_power(gram, state.order - 1)
    # no neuron pushes itself along its own direction; its load there is its whole strength
    pushes[active, np.arange(len(active))] = 0.0
    load = (pushes * gram).sum(axis=1) + state.strengths
    force = -pushes @ coordinates[active]
    force[:, :directions] += pulls
    return Forces(force, gain, load)


def decoupled(state: FlowState) -> Forces:
    """Return forces in which each direction knows only what is left of its amplitude."""
    coordinates, active = state.coordinates, state.active
    powers = integer_power(coordinates, state.order - 1)
    contributions = state.strengths[active, None] * powers[active] * coordinates[active]
    learned = contributions.sum(axis=0)
    left = np.broadcast_to(state.amplitudes - learned, coordinates.shape).copy()
    left[active] += contributions  # a neuron does not push itself
    overlaps = powers * coordinates
    # nor does it load itself by its overlaps with the directions, but with its whole strength
    load = overlaps @ learned + state.strengths
    load[active] -= (overlaps[active] * contributions).sum(axis=1)
    return Forces(left * powers, overlaps @ state.amplitudes, load)


def alone(law: ForceLaw) -> ForceLaw:
    """Return a law in which neurons do not see each other; the loss still counts all of them."""

    def without_others(state: FlowState) -> Forces:
        moving = law(replace(state, active=np.empty(0, dtype=np.int64)))
        return replace(moving, true_load=law(state).load)

    return without_others


# a control: no training does this
without_deflation = alone(coupled)
