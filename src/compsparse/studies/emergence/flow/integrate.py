"""Integrate the flow in steps that grow with time, as do the times between emergences.

Escape from a small overlap is slow, then sudden: direction p is learned at a time that grows like
p^beta. Steps of a fixed fraction of the time passed, dt = max(first, fraction * t), follow all of
them with a few hundred steps. Directions move by a retraction, u <- (u + 2 k dt G) / |.|, which for
large steps becomes a tensor power iteration and is stable; strengths by their exact logistic step.
"""

import math
from dataclasses import dataclass, field

import numpy as np
from jaxtyping import Float64

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints, below
from compsparse.studies.emergence.arrays import Arrays, ByDirection, Neurons
from compsparse.studies.emergence.flow.forces import (
    FlowState,
    ForceLaw,
    active_strength,
    integer_power,
)
from compsparse.studies.emergence.flow.population import escape_time
from compsparse.studies.emergence.flow.strength_step import strength_step

_STATE = ("coordinates", "strengths", "beside")


@dataclass(frozen=True)
class FlowHistory:
    """History of one run, a row for each step, from the start."""

    time: Float64[np.ndarray, " step"]
    loss: Float64[np.ndarray, " step"]  # without the teacher's tail
    alignment: Float64[np.ndarray, "step direction"]  # largest M_ip^2 of any neuron
    recovered: Float64[np.ndarray, "step direction"]  # sum_i r_i M_ip^k / a_p
    overlaps: Float64[np.ndarray, "neuron direction"]  # at the end
    strengths: Float64[np.ndarray, " neuron"]  # at the end


def integrate(
    law: ForceLaw,
    order: int,
    amplitudes: ByDirection,
    start: Neurons,
    initial_strength: float,
    end: float,
    fraction: float,
    checkpoints: Checkpoints = NOTHING_KEPT,
) -> FlowHistory:
    """Integrate the flow from a random start until ``end``.

    Args:
        law: ``forces.coupled`` or another one.
        order: k, at least 2.
        amplitudes: a_p.
        start: unit neurons, the teacher's directions first.
        initial_strength: r_i of all neurons; at most 1e-6, since the loss counts overlaps of active
            neurons only.
        end: time of the flow.
        fraction: length of a step, as a share of the time passed.
        checkpoints: of the training.

    Raises:
        ValueError: the end is before that of the first step.
    """
    coordinates = start.copy()
    strengths = np.full(len(start), initial_strength)
    directions = len(amplitudes)
    beside = np.maximum(0.0, 1.0 - (coordinates**2).sum(axis=1))
    threshold = active_strength(amplitudes, initial_strength)
    largest = float(np.abs(start[:, :directions]).max())
    first = fraction * _first_time(order, float(amplitudes[0]), largest)
    if not end > first:
        raise ValueError(f"The flow ends at {end:g}, before its first step of {first:g}.")
    total = float((amplitudes**2).sum())
    seen = _Curves()
    time = 0.0
    stored = checkpoints.load()
    if stored is not None:
        coordinates, strengths, beside = (stored[name] for name in _STATE)
        time = float(stored["time"])
        seen = _Curves(**{name: list(rows) for name, rows in below(stored, "seen/").items()})
    while True:
        active = np.flatnonzero(strengths > threshold)
        forces = law(FlowState(order, amplitudes, coordinates, strengths, active))
        overlaps = coordinates[:, :directions]
        seen.time.append(time)
        load = forces.load if forces.true_load is None else forces.true_load
        seen.loss.append(total + float(strengths @ (load - 2 * forces.gain)))
        seen.alignment.append((overlaps**2).max(axis=0))
        seen.recovered.append(strengths @ integer_power(overlaps, order) / amplitudes)
        if time >= end:
            break
        step = min(max(first, fraction * time), end - time)
        strengths = strength_step(strengths, forces.gain, forces.load, step)
        coordinates += 2 * order * step * forces.direction
        norms = np.sqrt((coordinates**2).sum(axis=1) + beside)
        coordinates /= norms[:, None]
        beside /= norms**2
        time += step
        if checkpoints.due():
            state = dict(zip(_STATE, (coordinates, strengths, beside), strict=True))
            state |= {f"seen/{name}": rows for name, rows in seen.arrays().items()}
            checkpoints.save({**state, "time": np.array(time)}, f"time {time:g} of {end:g}")
    return FlowHistory(**seen.arrays(), overlaps=coordinates[:, :directions], strengths=strengths)


def _first_time(order: int, amplitude: float, overlap: float) -> float:
    """Return about when the first neuron has found its direction."""
    if order == 2:  # an overlap of order one, from growth at the rate 4 a
        return -math.log(overlap) / (4 * amplitude)
    return escape_time(order, amplitude, overlap)


@dataclass
class _Curves:
    time: list[float] = field(default_factory=list)
    loss: list[float] = field(default_factory=list)
    alignment: list[ByDirection] = field(default_factory=list)
    recovered: list[ByDirection] = field(default_factory=list)

    def arrays(self) -> Arrays:
        return {name: np.array(rows) for name, rows in vars(self).items()}
