"""Step ``train`` of the population flow for k = 2: when directions are learned, and the loss."""

import numpy as np
from jaxtyping import Float64

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints
from compsparse.studies.emergence import worlds
from compsparse.studies.emergence.arrays import Arrays, Neurons
from compsparse.studies.emergence.crossings import first_crossing
from compsparse.studies.emergence.edge_cases import quadratic_flow as riccati
from compsparse.studies.emergence.starts.stored import read_starts, train_each
from compsparse.studies.emergence.teacher import PowerLawTeacher
from workflow_engine.steps import Inputs, Outputs, single

_LEARNED = 0.5  # of the amplitude
# largest growth exp(8 a_1 dt) of G in one step: e^12 costs a third of the digits
_LARGEST_EXPONENT = 12.0


def run(
    inputs: Inputs,
    *,
    exponent: float,  # beta
    initial_strength: float,  # r_0, squared norm of every neuron
    fraction: float,
    duration: float,  # in learning times of the weakest direction
    times: int,  # number of points of the loss, log-spaced
    world: worlds.World = "none",
    checkpoints: Checkpoints = NOTHING_KEPT,
) -> Outputs:
    """Solve the Riccati equation from each random start of the dataset ``starts``.

    With starts in the basis of the teacher, the part of the neurons outside its span is neglected:
    it never grows, and its share is of order 8 t r_0, below 1e-7 in all planned runs.

    Steps are exact; ``fraction`` of the time passed is the longest one, and so the resolution of
    the times.

    Returns:
        ``history``: ``exponent``; ``time`` [time]; ``loss`` [run, time], the teacher's tail
        included; ``learned`` [run, direction], when half of the amplitude is, or NaN; [direction]
        ``amplitudes``, and ``unaided``, when it would be if directions came one after the other
        from the mean start that the stronger ones leave; ``unaided_loss`` [time], the loss then,
        with the tail.
    """
    starts = read_starts(single(inputs, "starts"))
    teacher = worlds.teacher(world, exponent, starts.directions)
    neurons = starts.coordinates.shape[1]
    # what p - 1 stronger directions leave of the p-th column of W, on average
    left = initial_strength * (neurons - np.arange(starts.directions)) / starts.dimension
    unaided = np.array(
        [
            riccati.learning_time(float(a), float(h))
            for a, h in zip(teacher.amplitudes, left, strict=True)
        ]
    )
    end = duration * float(unaided[-1])
    # from before anything happens
    time = np.geomspace(1e-2 * float(unaided[0]), end, times)
    compete = worlds.neurons_compete(world)

    def train(start: Neurons, part: Checkpoints) -> Arrays:
        factor = np.sqrt(initial_strength) * start
        if compete:  # a smaller factor of the same G, where neurons outnumber coordinates
            factor = np.linalg.qr(factor).R
        steps = (fraction * float(unaided[0]), fraction)
        return _integrate(teacher, factor, time, steps, compete, part)

    return {
        "history": {
            "exponent": np.array(exponent),
            "time": time,
            "unaided": unaided,
            "amplitudes": teacher.amplitudes,
            "unaided_loss": teacher.tail + riccati.lone_loss(time, teacher.amplitudes, unaided),
            **train_each(train, starts, checkpoints),
        }
    }


def _integrate(
    teacher: PowerLawTeacher,
    factor: Float64[np.ndarray, "row coordinate"],
    time: Float64[np.ndarray, " time"],
    steps: tuple[float, float],
    compete: bool,
    checkpoints: Checkpoints,
) -> Arrays:
    """Integrate one run; ``steps`` are the first step and the fraction of the time passed."""
    first, fraction = steps
    directions = teacher.directions
    amplitudes = np.zeros(factor.shape[1])
    amplitudes[:directions] = teacher.amplitudes
    longest = _LARGEST_EXPONENT / (8.0 * float(amplitudes[0]))
    times, shares = [0.0], [(factor[:, :directions] ** 2).sum(axis=0) / teacher.amplitudes]
    losses = [riccati.factor_loss(factor, amplitudes)]
    stored = checkpoints.load()
    if stored is not None:
        factor = stored["factor"]
        times, losses, shares = (list(stored[name]) for name in ("time", "loss", "share"))
    while times[-1] < time[-1]:
        step = min(max(first, fraction * times[-1]), longest)
        after = min(times[-1] + step, float(time[-1]))
        factor = riccati.factor_step(factor, amplitudes, after - times[-1], compete=compete)
        times.append(after)
        shares.append((factor[:, :directions] ** 2).sum(axis=0) / teacher.amplitudes)
        losses.append(riccati.factor_loss(factor, amplitudes))
        if checkpoints.due():
            state = {"time": times, "loss": losses, "share": shares}
            checkpoints.save(
                {"factor": factor, **{name: np.array(rows) for name, rows in state.items()}},
                f"time {after:g} of {time[-1]:g}",
            )
    passed = np.array(times)
    return {
        "loss": np.interp(time, passed, np.array(losses)) + teacher.tail,
        "learned": first_crossing(passed, np.array(shares), _LEARNED),
    }
