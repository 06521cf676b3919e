"""Step ``train`` of the population flow for k = 2 and inputs with a power-law spectrum."""

import numpy as np
from scipy.special import zeta

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints
from compsparse.studies.emergence import worlds
from compsparse.studies.emergence.arrays import Arrays, Neurons
from compsparse.studies.emergence.edge_cases import quadratic_flow, quadratic_neurons
from compsparse.studies.emergence.starts.stored import read_starts, train_each
from workflow_engine.steps import Inputs, Outputs, single


def run(
    inputs: Inputs,
    *,
    spectrum: float,  # s
    exponent: float,  # beta
    initial_strength: float,  # squared norm of every neuron
    fraction: float,  # length of a step, as a share of the time passed
    duration: float,  # in learning times of the weakest direction
    times: int,  # number of points of the loss, log-spaced
    world: worlds.World = "none",
    checkpoints: Checkpoints = NOTHING_KEPT,
) -> Outputs:
    """Integrate the flow from each random start of the dataset ``starts``.

    The input's variance along the teacher's direction p is p^-s; variances beyond the simulated
    directions only enter the loss.

    Returns:
        ``history``: ``spectrum`` and ``exponent``; ``time`` [time]; ``loss`` [run, time] as a share
        of the loss of a student that is zero, with the directions that are not simulated.
    """
    starts = read_starts(single(inputs, "starts"))
    teacher = worlds.teacher(world, exponent, starts.directions)
    neurons = starts.coordinates.shape[1]
    variances = np.arange(1.0, starts.directions + 1) ** -spectrum
    initial = initial_strength * neurons / starts.dimension
    last = (
        quadratic_flow.learning_time(float(teacher.amplitudes[-1]), initial)
        / float(variances[-1]) ** 2
    )
    decay = 2 * (teacher.exponent + spectrum)
    norm = float(zeta(2 * teacher.exponent))
    unseen, whole = float(zeta(decay, starts.directions + 1)) / norm, float(zeta(decay)) / norm
    # the first direction's variance is 1: it is learned at the same time for every spectrum
    begin = 0.5 * quadratic_flow.learning_time(float(teacher.amplitudes[0]), initial)
    time = np.geomspace(begin, duration * last, times)

    def train(start: Neurons, part: Checkpoints) -> Arrays:
        history = quadratic_neurons.integrate_neurons(
            np.sqrt(initial_strength) * start,
            teacher.amplitudes,
            variances,
            float(time[-1]),
            fraction,
            part,
            compete=worlds.neurons_compete(world),
        )
        return {"loss": (np.interp(time, history.time, history.loss) + unseen) / whole}

    return {
        "history": {
            "spectrum": np.array(spectrum),
            "exponent": np.array(exponent),
            "time": time,
            **train_each(train, starts, checkpoints),
        }
    }
