"""Step ``train`` by the population flow: how winners stand when others are recovered."""
# the winner of a direction is the strongest neuron on it at the end

from functools import partial

import numpy as np
from jaxtyping import Float64

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints, Parts
from compsparse.studies.emergence import worlds
from compsparse.studies.emergence.flow import escape, forces
from compsparse.studies.emergence.flow.integrate import FlowHistory, integrate
from compsparse.studies.emergence.mechanism.recoveries import WatchedLaw
from compsparse.studies.emergence.starts.stored import first_neurons, read_starts
from compsparse.studies.emergence.teacher import PowerLawTeacher
from workflow_engine.steps import Inputs, Outputs, Params, single

_ON_DIRECTION = 0.5  # squared overlap from which on a neuron stands on a direction


def run(inputs: Inputs, params: Params, checkpoints: Checkpoints = NOTHING_KEPT) -> Outputs:
    """Integrate the coupled flow from each random start of the dataset ``starts``.

    Params: order, exponent, neurons, initial_strength, fraction and duration as of
    ``train.population_flow``. Returns ``history``, all [run, direction]: ``foreign``, the largest
    squared overlap with direction q of the winners of others when half of a_q is first learned, NaN
    where it never is; ``foreign_start``, the same at the start, NaN where there are no such
    winners.
    """
    starts = first_neurons(read_starts(single(inputs, "starts")), params["neurons"])
    teacher = worlds.teacher_of(params, starts.directions)
    end = params["duration"] * escape.longest_escape_time(
        params["order"], teacher.amplitudes, starts
    )
    parts = Parts(checkpoints, len(starts.coordinates))
    seen = [parts.do(partial(_watch, params, teacher, start, end)) for start in starts.coordinates]
    return {"history": {name: np.stack([one[name] for one in seen]) for name in seen[0]}}


def _watch(
    params: Params,
    teacher: PowerLawTeacher,
    start: Float64[np.ndarray, "neuron coordinate"],
    end: float,
    checkpoints: Checkpoints,
) -> dict[str, np.ndarray]:
    # a run takes seconds: one under way begins anew, and its start is where finished ones are kept
    if checkpoints.load() is None and checkpoints.due():
        checkpoints.save({"begun": np.array(True)}, "the start")
    law = WatchedLaw(
        forces.coupled if worlds.neurons_compete(params) else forces.without_deflation,
        len(start),
        teacher.directions,
    )
    history = integrate(
        law,
        worlds.order_of(params, params["order"]),
        teacher.amplitudes,
        start,
        float(params["initial_strength"]),
        end,
        float(params["fraction"]),
    )
    winners, directions = winners_of(history)
    return {
        "foreign": largest_foreign(law.squared_overlaps, winners, directions),
        "foreign_start": largest_foreign(start[:, : teacher.directions] ** 2, winners, directions),
    }


def winners_of(history: FlowHistory) -> tuple[np.ndarray, np.ndarray]:
    """Return the winners' indices, and the directions that they stand on at the end."""
    on_direction = history.overlaps**2 > _ON_DIRECTION
    weight = np.where(on_direction, history.strengths[:, None], 0.0)
    directions = np.flatnonzero(on_direction.any(axis=0))
    return weight[:, directions].argmax(axis=0), directions


def largest_foreign(
    squares: Float64[np.ndarray, "neuron direction"], winners: np.ndarray, directions: np.ndarray
) -> Float64[np.ndarray, " direction"]:
    """Return each direction's largest squared overlap with the winners of other directions."""
    foreign = squares[winners].copy()
    foreign[np.arange(len(winners)), directions] = -np.inf
    largest = foreign.max(axis=0, initial=-np.inf)
    # no number where there was none, or no other winner
    return np.where(np.isneginf(largest), np.nan, largest)
