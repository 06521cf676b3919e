"""Integrate the flow in steps that resolve each jump, however short it is against the time passed.

``integrate`` takes steps of a fixed fraction of the time passed, but a jump is shorter than the
wait before it by a factor of order d^(k/2-1). Here a step, of the midpoint rule with exact
solutions under constant forces, lasts until the fastest overlap has grown by the factor
1 + ``resolution``.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Int64

from compsparse.studies.emergence.arrays import ByDirection, Neurons
from compsparse.studies.emergence.crossings import first_crossing
from compsparse.studies.emergence.flow.forces import FlowState, ForceLaw, Forces, active_strength
from compsparse.studies.emergence.flow.strength_step import strength_step
from compsparse.studies.emergence.staircase.isolated_neuron import ALIGNED, BEGUN, DONE
from compsparse.studies.emergence.staircase.rotation_step import rotation_step


@dataclass(frozen=True)
class Jumps:
    """When the largest squared overlap with each direction crosses levels; NaN where never."""

    begun: ByDirection  # 0.1
    aligned: ByDirection  # 0.5, the emergence
    done: ByDirection  # 0.9
    start: ByDirection  # signed overlap of the first neuron to cross 0.5


def resolved_jumps(
    law: ForceLaw,
    order: int,
    amplitudes: ByDirection,
    start: Neurons,
    initial_strength: float,
    end: float,
    resolution: float,
) -> Jumps:
    """Run the flow until every direction has been learned, at most until ``end``.

    Arguments as in ``integrate``; ``resolution`` is the growth of the fastest overlap in a step.
    """
    directions = len(amplitudes)
    threshold = active_strength(amplitudes, initial_strength)
    coordinates = start
    beside = np.maximum(0.0, 1.0 - (start**2).sum(axis=1))
    strengths = np.full(len(start), initial_strength)
    time = 0.0
    times = [time]
    squares = coordinates[:, :directions] ** 2
    alignments = [squares.max(axis=0)]
    leaders: list[Int64[np.ndarray, " direction"]] = [squares.argmax(axis=0)]

    def forces_on(neurons: Neurons) -> Forces:
        active = np.flatnonzero(strengths > threshold)
        return law(FlowState(order, amplitudes, neurons, strengths, active))

    while time < end and not (alignments[-1] > DONE).all():
        forces = forces_on(coordinates)
        fastest = _fastest(coordinates, forces.direction)
        step = end - time  # where all neurons stand exactly still, nothing more will happen
        if fastest > 0:
            step = min(resolution / (2 * order * fastest), step)
        middle, _ = rotation_step(coordinates, beside, forces.direction, order * step)
        strengths = strength_step(strengths, forces.gain, forces.load, 0.5 * step)
        forces = forces_on(middle)
        coordinates, beside = rotation_step(coordinates, beside, forces.direction, 2 * order * step)
        strengths = strength_step(strengths, forces.gain, forces.load, 0.5 * step)
        time += step
        squares = coordinates[:, :directions] ** 2
        times.append(time)
        alignments.append(squares.max(axis=0))
        leaders.append(squares.argmax(axis=0))
    moments, curves = np.array(times), np.array(alignments)
    begun, aligned, done = (
        first_crossing(moments, curves, level) for level in (BEGUN, ALIGNED, DONE)
    )
    first_above = (curves >= ALIGNED).argmax(axis=0)
    columns = np.arange(directions)
    winners = np.array(leaders)[first_above, columns]
    return Jumps(begun, aligned, done, np.where(np.isnan(aligned), np.nan, start[winners, columns]))


def _fastest(coordinates: Neurons, force: Neurons) -> float:
    """Return the largest speed of a neuron's direction over its largest overlap, per 2 k."""
    along = np.einsum("ij,ij->i", coordinates, force)
    across = np.sqrt(np.maximum(0.0, np.einsum("ij,ij->i", force, force) - along**2))
    largest = np.abs(coordinates).max(axis=1)
    return float((across / largest).max())
