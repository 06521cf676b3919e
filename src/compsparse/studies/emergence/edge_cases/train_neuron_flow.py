"""Step ``train`` by the population flow of one activation h_k: where every single neuron ends."""

from functools import partial

import numpy as np
from jaxtyping import Float64

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints, Parts
from compsparse.studies.emergence import worlds
from compsparse.studies.emergence.edge_cases import quadratic_flow, quadratic_neurons
from compsparse.studies.emergence.flow import escape, forces
from compsparse.studies.emergence.flow.integrate import integrate
from compsparse.studies.emergence.starts.stored import Starts, read_starts
from compsparse.studies.emergence.teacher import PowerLawTeacher
from workflow_engine.steps import Inputs, Outputs, Params, single


def run(inputs: Inputs, params: Params, checkpoints: Checkpoints = NOTHING_KEPT) -> Outputs:
    """Integrate the flow of all neurons from each random start of the dataset ``starts``.

    Params: order, k, 2 and above; exponent, initial_strength and fraction as of
    ``train.population_flow``; duration, in the times in which the weakest direction is learned:
    1 / (2 k (k - 2) a M^(k-2)) with M = sqrt(2 ln m / d) for k > 2, ln(a d / (r_0 m) - 1) / (8 a)
    for k = 2. Returns ``history``: ``order``; ``amplitudes`` [direction]; at the end, ``overlaps``
    of unit neurons [run, neuron, direction] and ``strengths`` [run, neuron].
    """
    starts = read_starts(single(inputs, "starts"))
    teacher = worlds.teacher_of(params, starts.directions)
    end = float(params["duration"]) * _last_time(params, starts, teacher)
    follow = _quadratic if worlds.order_of(params, params["order"]) == 2 else _higher
    parts = Parts(checkpoints, len(starts.coordinates))
    ends = [parts.do(partial(follow, params, teacher, start, end)) for start in starts.coordinates]
    return {
        "history": {
            "order": np.array(params["order"]),
            "amplitudes": teacher.amplitudes,
            **{name: np.stack([one[name] for one in ends]) for name in ends[0]},
        }
    }


def _last_time(params: Params, starts: Starts, teacher: PowerLawTeacher) -> float:
    """Return about when the weakest direction is learned."""
    if params["order"] == 2:
        initial = params["initial_strength"] * starts.coordinates.shape[1] / starts.dimension
        return quadratic_flow.learning_time(float(teacher.amplitudes[-1]), initial)
    return escape.longest_escape_time(params["order"], teacher.amplitudes, starts)


def _quadratic(
    params: Params,
    teacher: PowerLawTeacher,
    start: Float64[np.ndarray, "neuron coordinate"],
    end: float,
    checkpoints: Checkpoints,
) -> dict[str, np.ndarray]:
    amplitudes = np.zeros(start.shape[1])
    amplitudes[: teacher.directions] = teacher.amplitudes
    history = quadratic_neurons.integrate_neurons(
        np.sqrt(params["initial_strength"]) * start,
        amplitudes,
        np.ones_like(amplitudes),
        end,
        float(params["fraction"]),
        checkpoints,
        compete=worlds.neurons_compete(params),
    )
    strengths = (history.weights**2).sum(axis=1)
    overlaps = history.weights[:, : teacher.directions] / np.sqrt(strengths)[:, None]
    return {"overlaps": overlaps, "strengths": strengths}


def _higher(
    params: Params,
    teacher: PowerLawTeacher,
    start: Float64[np.ndarray, "neuron coordinate"],
    end: float,
    checkpoints: Checkpoints,
) -> dict[str, np.ndarray]:
    history = integrate(
        forces.coupled if worlds.neurons_compete(params) else forces.without_deflation,
        params["order"],
        teacher.amplitudes,
        start,
        float(params["initial_strength"]),
        end,
        float(params["fraction"]),
        checkpoints,
    )
    return {"overlaps": history.overlaps, "strengths": history.strengths}
