"""Step ``train`` by online SGD with the step size suited to one direction, constant in a run.

To learn the p_bar strongest directions, the step size is eta = c a_p_bar d^(-k/2) throughout.
"""

import math
from collections.abc import Sequence
from typing import cast

import numpy as np

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints
from compsparse.studies.emergence import worlds
from compsparse.studies.emergence.online import train_online_sgd
from compsparse.studies.emergence.starts.stored import read_starts
from workflow_engine.steps import Inputs, Outputs, single


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    order: int,
    exponent: float,
    neurons: int | None,
    initial_strength: float,
    step_constant: float,  # c
    rank: int,  # p_bar, the direction whose step size is used
    excess: float,  # factor of that step size
    samples: int,
    duration: float,
    logged_steps: int,
    precision: train_online_sgd.Precision,
    world: worlds.World = "none",
    checkpoints: Checkpoints = NOTHING_KEPT,
) -> Outputs:
    """Train from each random start of the dataset ``starts``, whose coordinates span the space.

    The unit of ``duration`` is d^(k-1) / (c a_P^2) steps, so that all step sizes see equally many
    samples; arguments without a comment are those of ``train_online_sgd``.

    Returns:
        ``history``: that of ``train_online_sgd``, ``exponent``, ``rank``, ``excess``, ``step_size``
        and ``samples``, in each step.
    """
    starts = read_starts(single(inputs, "starts"))
    amplitudes = worlds.teacher(world, exponent, starts.directions).amplitudes
    suited = worlds.suited_amplitude(world, amplitudes[rank - 1], amplitudes)
    multiple = worlds.step_excess(world, excess) * step_constant
    step_size = float(multiple * suited * starts.dimension ** (-order / 2))
    scale = starts.dimension ** (order - 1) / (step_constant * amplitudes[-1] ** 2)
    trained = train_online_sgd.run(
        inputs,
        root_seed=root_seed,
        seed_names=seed_names,
        order=order,
        exponent=exponent,
        neurons=neurons,
        initial_strength=initial_strength,
        step_size=step_size,
        samples=samples,
        steps=math.ceil(duration * scale),
        logged_steps=logged_steps,
        precision=precision,
        world=world,
        checkpoints=checkpoints,
    )["history"]
    return {
        "history": {
            **cast(dict[str, np.ndarray], trained),
            "exponent": np.array(exponent),
            "rank": np.array(rank),
            "excess": np.array(excess),
            "step_size": np.array(step_size),
            "samples": np.array(samples),
        }
    }
