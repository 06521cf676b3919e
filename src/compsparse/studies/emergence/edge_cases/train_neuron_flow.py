"""Step ``train`` by the population flow of one activation h_k: where every single neuron ends."""

import numpy as np

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints
from compsparse.studies.emergence import worlds
from compsparse.studies.emergence.arrays import Arrays, Neurons
from compsparse.studies.emergence.edge_cases import quadratic_flow, quadratic_neurons
from compsparse.studies.emergence.flow import escape
from compsparse.studies.emergence.flow.forces import student_law
from compsparse.studies.emergence.flow.integrate import integrate
from compsparse.studies.emergence.starts.stored import read_starts, train_each
from workflow_engine.steps import Inputs, Outputs, single


def run(
    inputs: Inputs,
    *,
    order: int,  # k, 2 and above
    exponent: float,  # beta
    initial_strength: float,  # r_0, squared norm of every neuron
    fraction: float,  # length of a step, as a share of the time passed
    duration: float,
    world: worlds.World = "none",
    checkpoints: Checkpoints = NOTHING_KEPT,
) -> Outputs:
    """Integrate the flow of all neurons from each random start of the dataset ``starts``.

    The unit of ``duration`` is the time in which the weakest direction is learned,
    1 / (2 k (k - 2) a M^(k-2)) with M = sqrt(2 ln m / d) for k > 2, and
    ln(a d / (r_0 m) - 1) / (8 a) for k = 2.

    Returns:
        ``history``: ``order``; ``amplitudes`` [direction]; at the end, ``overlaps`` of unit neurons
        [run, neuron, direction] and ``strengths`` [run, neuron].
    """
    starts = read_starts(single(inputs, "starts"))
    teacher = worlds.teacher(world, exponent, starts.directions)
    if order == 2:
        initial = initial_strength * starts.coordinates.shape[1] / starts.dimension
        last = quadratic_flow.learning_time(float(teacher.amplitudes[-1]), initial)
    else:
        last = escape.longest_escape_time(order, teacher.amplitudes, starts)
    end = duration * last

    def quadratic(start: Neurons, part: Checkpoints) -> Arrays:
        amplitudes = np.zeros(start.shape[1])
        amplitudes[: teacher.directions] = teacher.amplitudes
        history = quadratic_neurons.integrate_neurons(
            np.sqrt(initial_strength) * start,
            amplitudes,
            np.ones_like(amplitudes),
            end,
            fraction,
            part,
            compete=worlds.neurons_compete(world),
        )
        strengths = (history.weights**2).sum(axis=1)
        overlaps = history.weights[:, : teacher.directions] / np.sqrt(strengths)[:, None]
        return {"overlaps": overlaps, "strengths": strengths}

    def higher(start: Neurons, part: Checkpoints) -> Arrays:
        law = student_law(compete=worlds.neurons_compete(world))
        history = integrate(
            law, order, teacher.amplitudes, start, initial_strength, end, fraction, part
        )
        return {"overlaps": history.overlaps, "strengths": history.strengths}

    train = quadratic if worlds.trained_order(world, order) == 2 else higher
    return {
        "history": {
            "order": np.array(order),
            "amplitudes": teacher.amplitudes,
            **train_each(train, starts, checkpoints),
        }
    }
