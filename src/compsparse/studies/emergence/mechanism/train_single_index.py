"""Step ``train`` of one neuron on one direction by online SGD, as an exact chain in two numbers."""

import math
from collections.abc import Sequence

import numpy as np

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints
from compsparse.studies.emergence import worlds
from compsparse.studies.emergence.chain.hitting_times import Cell, hitting_times
from compsparse.studies.emergence.chain.single_index import Start, run_generators
from workflow_engine.steps import Inputs, Outputs


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    order: int,  # k
    dimensions: Sequence[int],  # d
    step_constant: float,  # c of the step size c d^(-k/2)
    scale_step: bool,  # whether the step size is multiplied by the amplitude
    amplitudes: Sequence[float],  # a; labels have noise of variance 1 - a^2
    start: Start,  # of each run
    initial_strength: float,  # squared norm of the neuron
    longest: float,  # a run is given up after so many times d^(k-1) / (c a^2) steps
    runs: int,  # in each dimension and at each amplitude
    world: worlds.World = "none",
    checkpoints: Checkpoints = NOTHING_KEPT,
) -> Outputs:
    """Count the steps that runs need in inputs of several dimensions.

    Returns:
        ``history``: ``order``, ``step_constant``, ``dimension``, ``amplitude``; [dimension,
        amplitude, run]: ``searched`` and ``learned``, steps until the squared overlap exceeds 0.1
        and 0.5, or NaN, and ``failed``, overflowed before.
    """

    def cell(dimension: int, amplitude: float) -> Cell:
        step_size, limit = step_constant * dimension ** (-order / 2), longest
        if scale_step:
            suited = worlds.suited_amplitude(world, amplitude, amplitudes)
            step_size *= suited
            limit *= amplitude / suited
        return Cell(
            dimension,
            amplitude,
            step_size,
            math.ceil(limit * dimension ** (order - 1) / (step_constant * amplitude**2)),
            start,
            initial_strength,
            *run_generators(root_seed, [*seed_names, dimension, f"{amplitude:g}"], runs),
        )

    cells = [cell(dimension, amplitude) for dimension in dimensions for amplitude in amplitudes]
    times = hitting_times(cells, worlds.trained_order(world, order), checkpoints)
    shape = (len(dimensions), len(amplitudes), runs)
    return {
        "history": {
            "order": np.array(order),
            "step_constant": np.array(step_constant),
            "dimension": np.array(dimensions),
            "amplitude": np.array(amplitudes),
            **times.reshaped(shape),
        }
    }
