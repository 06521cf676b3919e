"""Step ``train`` by the population flow: every direction's way from the start to where it stays."""

from functools import partial

import numpy as np
from jaxtyping import Float64

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints, Parts
from compsparse.studies.emergence import worlds
from compsparse.studies.emergence.crossings import first_crossing
from compsparse.studies.emergence.flow import escape, forces
from compsparse.studies.emergence.flow.integrate import FlowHistory, integrate
from compsparse.studies.emergence.starts.stored import first_neurons, read_starts
from compsparse.studies.emergence.teacher import PowerLawTeacher
from workflow_engine.steps import Inputs, Outputs, Params, single

_LAWS: dict[str, forces.ForceLaw] = {
    "coupled": forces.coupled,
    "decoupled": forces.decoupled,
    "without_deflation": forces.without_deflation,
}
_LEVELS = {"begun": 0.1, "aligned": 0.5, "done": 0.9}  # of the largest squared overlap
_RECOVERED = 0.5  # of the amplitude


def run(inputs: Inputs, params: Params, checkpoints: Checkpoints = NOTHING_KEPT) -> Outputs:
    """Integrate the flow from each random start of the dataset ``starts``.

    Params: order, k; exponent, beta; neurons, m, the first of each start, all where it is null;
    initial_strength; law, coupled, decoupled or without_deflation; fraction, of the time passed,
    the length of a step; duration, in escape times of the weakest direction from the best overlap
    sqrt(2 ln m / d); times, of curves, log-spaced; keep_alignment, whether those of alignments are
    kept.

    Returns ``history``: ``time`` [time]; ``loss`` [run, time], the teacher's tail included, and
    ``tail``; ``alignment`` [run, time, direction], the largest squared overlap; [run, direction]:
    ``begun``, ``aligned`` and ``done``, when it crosses 0.1, 0.5 and 0.9, ``recovered``, when half
    of the amplitude is learned, or NaN, ``start``, the largest overlap at the start, ``share``,
    learned of the amplitude at the end, ``neurons``, of at least half the amplitude's strength
    then, ``stray``, the largest squared overlap of the direction's strongest neuron with another.
    """
    starts = first_neurons(read_starts(single(inputs, "starts")), params["neurons"])
    teacher = worlds.teacher_of(params, starts.directions)
    if params["law"] not in _LAWS:
        raise ValueError(f"law is {params['law']!r}; allowed: {sorted(_LAWS)}.")
    end = params["duration"] * escape.longest_escape_time(
        params["order"], teacher.amplitudes, starts
    )
    time = np.geomspace(1e-4 * end, end, params["times"])  # from before anything happens
    parts = Parts(checkpoints, len(starts.coordinates))
    seen = [
        parts.do(partial(_integrate, params, teacher, start, time)) for start in starts.coordinates
    ]
    stacked = {name: np.stack([one[name] for one in seen]) for name in seen[0]}
    return {"history": {"time": time, "tail": np.array(teacher.tail), **stacked}}


def _integrate(
    params: Params,
    teacher: PowerLawTeacher,
    start: Float64[np.ndarray, "neuron coordinate"],
    time: Float64[np.ndarray, " time"],
    checkpoints: Checkpoints,
) -> dict[str, np.ndarray]:
    # the decoupled law is theory's, of no student
    alone = params["law"] != "decoupled" and not worlds.neurons_compete(params)
    history = integrate(
        forces.without_deflation if alone else _LAWS[params["law"]],
        worlds.order_of(params, params["order"]),
        teacher.amplitudes,
        start,
        float(params["initial_strength"]),
        float(time[-1]),
        float(params["fraction"]),
        checkpoints,
    )
    seen = _seen(history, time, teacher, start[:, : teacher.directions])
    if params["keep_alignment"]:
        seen["alignment"] = np.stack(
            [np.interp(time, history.time, curve) for curve in history.alignment.T], axis=1
        )
    return seen


def _seen(
    history: FlowHistory, time: np.ndarray, teacher: PowerLawTeacher, start: np.ndarray
) -> dict[str, np.ndarray]:
    crossings = {
        name: first_crossing(history.time, history.alignment, level)
        for name, level in _LEVELS.items()
    }
    squares = history.overlaps**2
    heavy = history.strengths[:, None] > 0.5 * teacher.amplitudes
    on_direction = heavy & (squares > 0.5)
    weight = np.where(squares > 0.5, history.strengths[:, None], 0.0)
    strongest = weight.argmax(axis=0)
    others = squares[strongest]
    np.fill_diagonal(others, 0.0)
    return {
        "loss": np.interp(time, history.time, history.loss) + teacher.tail,
        **crossings,
        "recovered": first_crossing(history.time, history.recovered, _RECOVERED),
        "start": np.abs(start).max(axis=0),
        "share": history.recovered[-1],
        "neurons": on_direction.sum(axis=0),
        "stray": np.where(weight.max(axis=0) > 0, others.max(axis=1), np.nan),
    }
