"""Step ``train`` of the population flow for k = 2 and inputs with a power-law spectrum."""

from functools import partial

import numpy as np
from jaxtyping import Float64
from scipy.special import zeta

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints, Parts
from compsparse.studies.emergence import worlds
from compsparse.studies.emergence.edge_cases import quadratic_flow, quadratic_neurons
from compsparse.studies.emergence.starts.stored import read_starts
from workflow_engine.steps import Inputs, Outputs, Params, single


def run(inputs: Inputs, params: Params, checkpoints: Checkpoints = NOTHING_KEPT) -> Outputs:
    """Integrate the flow from each random start of the dataset ``starts``.

    The input's variance along the teacher's direction p is p^-s; variances beyond the simulated
    directions only enter the loss. Params: spectrum, s; exponent, the teacher's; initial_strength,
    squared norm of every neuron; fraction, of the time passed, the length of a step; duration, in
    learning times of the weakest direction; times, the number of log-spaced ones that are kept.

    Returns ``history``: ``spectrum`` and ``exponent``; ``time`` [time]; ``loss`` [run, time] as a
    share of the loss of a student that is zero, what is not simulated included.
    """
    starts = read_starts(single(inputs, "starts"))
    teacher = worlds.teacher_of(params, starts.directions)
    neurons, coordinates = starts.coordinates.shape[1:]
    if coordinates != starts.directions:
        raise ValueError(
            f"The starts have {coordinates} coordinates for {starts.directions} directions; draw "
            "them in the basis of the teacher, since other variances are not followed."
        )
    variances = np.arange(1.0, starts.directions + 1) ** -float(params["spectrum"])
    initial = params["initial_strength"] * neurons / starts.dimension
    last = (
        quadratic_flow.learning_time(float(teacher.amplitudes[-1]), initial)
        / float(variances[-1]) ** 2
    )
    decay = 2 * (teacher.exponent + params["spectrum"])
    norm = float(zeta(2 * teacher.exponent))
    unseen, whole = float(zeta(decay, starts.directions + 1)) / norm, float(zeta(decay)) / norm
    # the first direction's variance is 1: it is learned at the same time for every spectrum
    begin = 0.5 * quadratic_flow.learning_time(float(teacher.amplitudes[0]), initial)
    time = np.geomspace(begin, params["duration"] * last, params["times"])

    def follow(
        start: Float64[np.ndarray, "neuron direction"], place: Checkpoints
    ) -> dict[str, np.ndarray]:
        history = quadratic_neurons.integrate_neurons(
            np.sqrt(params["initial_strength"]) * start,
            teacher.amplitudes,
            variances,
            float(time[-1]),
            float(params["fraction"]),
            place,
            compete=worlds.neurons_compete(params),
        )
        return {"loss": (np.interp(time, history.time, history.loss) + unseen) / whole}

    parts = Parts(checkpoints, len(starts.coordinates))
    losses = [parts.do(partial(follow, start))["loss"] for start in starts.coordinates]
    return {
        "history": {
            "spectrum": np.array(float(params["spectrum"])),
            "exponent": np.array(teacher.exponent),
            "time": time,
            "loss": np.stack(losses),
        }
    }
