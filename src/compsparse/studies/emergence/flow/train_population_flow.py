"""Step ``train`` by the population flow: when each direction is learned, and how the loss falls."""

from typing import Literal

import numpy as np

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints
from compsparse.studies.emergence import worlds
from compsparse.studies.emergence.arrays import Arrays, Neurons
from compsparse.studies.emergence.crossings import first_crossing
from compsparse.studies.emergence.flow import escape, forces
from compsparse.studies.emergence.flow.integrate import FlowHistory, integrate
from compsparse.studies.emergence.starts.stored import first_neurons, read_starts, train_each
from compsparse.studies.emergence.teacher import PowerLawTeacher
from workflow_engine.steps import Inputs, Outputs, single

Law = Literal["coupled", "decoupled", "without_deflation"]
_LAWS: dict[Law, forces.ForceLaw] = {
    "coupled": forces.coupled,
    "decoupled": forces.decoupled,
    "without_deflation": forces.without_deflation,
}
_LEVELS = {"begun": 0.1, "aligned": 0.5, "done": 0.9}  # of the largest squared overlap
_RECOVERED = 0.5  # of the amplitude


def run(
    inputs: Inputs,
    *,
    order: int,  # k
    exponent: float,  # beta
    neurons: int | None,  # m, the first of each start; all where it is None
    initial_strength: float,  # squared norm of every neuron
    law: Law,  # of motion
    fraction: float,  # length of a step, as a share of the time passed
    duration: float,
    times: int,  # number of points of the curves, log-spaced
    keep_alignment: bool,  # whether to store the curves of the alignments
    world: worlds.World = "none",
    checkpoints: Checkpoints = NOTHING_KEPT,
) -> Outputs:
    """Integrate the flow from each random start of the dataset ``starts``.

    The unit of ``duration`` is the escape time of the weakest direction from the best overlap
    sqrt(2 ln m / d).

    Returns:
        ``history``: ``time`` [time]; ``loss`` [run, time], the teacher's tail included, and
        ``tail``; ``alignment`` [run, time, direction], the largest squared overlap; [run,
        direction]: ``begun``, ``aligned`` and ``done``, when it crosses 0.1, 0.5 and 0.9,
        ``recovered``, when half of the amplitude is learned, or NaN, ``start``, the largest overlap
        at the start, ``share``, learned of the amplitude at the end, ``neurons``, of at least half
        the amplitude's strength then, ``stray``, the largest squared overlap of the direction's
        strongest neuron with another one.
    """
    starts = first_neurons(read_starts(single(inputs, "starts")), neurons)
    teacher = worlds.teacher(world, exponent, starts.directions)
    end = duration * escape.longest_escape_time(order, teacher.amplitudes, starts)
    time = np.geomspace(1e-4 * end, end, times)  # from before anything happens
    # the decoupled law is theory's, not that of a student
    alone = law != "decoupled" and not worlds.neurons_compete(world)

    def train(start: Neurons, part: Checkpoints) -> Arrays:
        history = integrate(
            forces.without_deflation if alone else _LAWS[law],
            worlds.trained_order(world, order),
            teacher.amplitudes,
            start,
            initial_strength,
            float(time[-1]),
            fraction,
            part,
        )
        seen = _seen(history, time, teacher, start[:, : teacher.directions])
        if keep_alignment:
            seen["alignment"] = np.stack(
                [np.interp(time, history.time, curve) for curve in history.alignment.T], axis=1
            )
        return seen

    stacked = train_each(train, starts, checkpoints)
    return {"history": {"time": time, "tail": np.array(teacher.tail), **stacked}}


def _seen(
    history: FlowHistory, time: np.ndarray, teacher: PowerLawTeacher, start: np.ndarray
) -> Arrays:
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
