"""Step ``train`` by the population flow: every direction's way from the start to where it stays."""

import numpy as np

from compsparse.seeds import generator
from compsparse.steps import Inputs, Outputs, Params
from compsparse.studies.emergence.crossings import first_crossing
from compsparse.studies.emergence.flow.forces import (
    ForceLaw,
    coupled,
    decoupled,
    without_deflation,
)
from compsparse.studies.emergence.flow.integrate import FlowHistory, integrate
from compsparse.studies.emergence.flow.population import escape_time
from compsparse.studies.emergence.initial_law import draw_coordinates, draw_teacher_overlaps
from compsparse.studies.emergence.teacher import PowerLawTeacher

_LAWS: dict[str, ForceLaw] = {
    "coupled": coupled,
    "decoupled": decoupled,
    "without_deflation": without_deflation,
}
_LEVELS = {"begun": 0.1, "aligned": 0.5, "done": 0.9}  # of the largest squared overlap
_RECOVERED = 0.5  # of the amplitude


def run(inputs: Inputs, params: Params) -> Outputs:
    """Integrate the flow from independent random starts.

    Params: root_seed; seed_names, prefix of the random generators' names; order, k; exponent, beta;
    directions, P; neurons, m; dimension, d; initial_strength; law, coupled, decoupled or
    without_deflation; all_coordinates, whether overlaps beside the teacher's span count; fraction,
    of the time passed, the length of a step; duration, in escape times of the weakest direction
    from the overlap sqrt(2 ln m / d) that the best of m neurons starts with; times, the number of
    log-spaced times at which the loss is kept; runs.

    Returns:
        ``history``: ``time`` [time]; ``loss`` [run, time], the teacher's tail included, and
        ``tail``; [run, direction]: ``begun``, ``aligned`` and ``done``, when the largest squared
        overlap crosses 0.1, 0.5 and 0.9, ``recovered``, when half of the amplitude is learned, each
        NaN where it never is, ``start``, the largest overlap at the start, ``share``, what is
        learned of the amplitude at the end, ``neurons``, how many neurons of at least half the
        amplitude's strength end there, ``stray``, the largest squared overlap of the direction's
        strongest neuron with another direction.

    Raises:
        ValueError: a parameter is not usable.
    """
    teacher = PowerLawTeacher(float(params["exponent"]), params["directions"])
    order, neurons, dimension = params["order"], params["neurons"], params["dimension"]
    if params["law"] not in _LAWS:
        raise ValueError(f"law is {params['law']!r}; allowed: {sorted(_LAWS)}.")
    if params["runs"] < 1 or neurons < 1:
        raise ValueError(f"runs is {params['runs']} and neurons {neurons}; both need at least 1.")
    typical = np.sqrt(2 * np.log(max(neurons, 2)) / dimension)
    weakest = float(teacher.amplitudes[-1])
    end = params["duration"] * escape_time(order, weakest, typical)
    time = np.geomspace(1e-4 * end, end, params["times"])
    columns: dict[str, list[np.ndarray]] = {}
    for index in range(params["runs"]):
        names = (params["root_seed"], *params["seed_names"], "start", index)
        draw = draw_coordinates if params["all_coordinates"] else draw_teacher_overlaps
        start = draw(generator(*names), neurons, teacher.directions, dimension)
        history = integrate(
            _LAWS[params["law"]],
            order,
            teacher.amplitudes,
            start,
            float(params["initial_strength"]),
            end,
            float(params["fraction"]),
        )
        seen = _seen(history, time, teacher, start[:, : teacher.directions])
        for name, values in seen.items():
            columns.setdefault(name, []).append(values)
    stacked = {name: np.stack(values) for name, values in columns.items()}
    return {"history": {"time": time, "tail": np.array(teacher.tail), **stacked}}


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
