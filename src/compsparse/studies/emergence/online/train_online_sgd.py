"""Step ``train`` by online SGD on the whole student, all runs of a dataset at once."""

from collections.abc import Sequence
from typing import Literal

import numpy as np

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints
from compsparse.studies.emergence import worlds
from compsparse.studies.emergence.crossings import first_crossing
from compsparse.studies.emergence.online.training import train
from compsparse.studies.emergence.starts.stored import first_neurons, read_starts
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, single

Precision = Literal["single", "double"]
_ALIGNED = 0.5  # of the largest squared overlap, as for the flow


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    order: int,  # k
    exponent: float,  # beta
    neurons: int | None,  # m, the first of each start; all where it is None
    initial_strength: float,  # squared norm of every neuron
    step_size: float,  # eta
    samples: int,  # fresh inputs in each step
    steps: int,  # of SGD
    logged_steps: int,  # at most so many steps are logged, log-spaced
    precision: Precision,  # of all arithmetic but the logged losses
    world: worlds.World = "none",
    checkpoints: Checkpoints = NOTHING_KEPT,
) -> Outputs:
    """Train from each random start of the dataset ``starts``, whose coordinates span the space.

    Returns:
        ``history``: ``step`` [logged]; ``loss`` [run, logged], of the population, the teacher's
        tail included, and ``tail``; ``alignment`` [run, logged, direction], the largest squared
        overlap; ``aligned`` [run, direction], the step at which it crosses 1/2, or NaN; ``failed``
        [run], the logged step at which an overflow was seen, or -1; curves are NaN from there on.
    """
    starts = first_neurons(read_starts(single(inputs, "starts")), neurons)
    teacher = worlds.teacher(world, exponent, starts.directions)
    runs = len(starts.coordinates)
    weights = starts.coordinates * initial_strength**0.5
    history = train(
        worlds.trained_order(world, order),
        teacher.amplitudes,
        weights.astype(np.float32 if precision == "single" else np.float64),
        [generator(root_seed, *seed_names, "samples", index) for index in range(runs)],
        worlds.batch_size(world, samples),
        step_size,
        logged(steps, logged_steps),
        checkpoints,
        compete=worlds.neurons_compete(world),
        growth=worlds.step_growth(world),
    )
    time = history.steps.astype(np.float64)
    curves = np.nan_to_num(history.alignment, nan=0.0)  # NaN has not crossed
    aligned = np.stack([first_crossing(time, curve, _ALIGNED) for curve in curves])
    return {
        "history": {
            "step": history.steps,
            "loss": history.loss + teacher.tail,
            "tail": np.array(teacher.tail),
            "alignment": history.alignment,
            "aligned": aligned,
            "failed": history.failed,
        }
    }


def logged(steps: int, count: int) -> list[int]:
    """Return at most ``count`` different steps from 1 to ``steps``, evenly spaced in logarithm."""
    spaced = np.geomspace(1, steps, count).round()
    return sorted({int(step) for step in spaced})
