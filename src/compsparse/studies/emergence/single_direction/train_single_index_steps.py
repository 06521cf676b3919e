"""Step ``train`` of one neuron on one direction by online SGD, for several step sizes."""

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
    start: Start,  # of each run
    dimensions: Sequence[int],  # d
    step_constants: Sequence[float],  # c of the step size c d^(-k/2)
    longest: Sequence[float],
    initial_strength: float,  # squared norm of the neuron
    runs: int,  # in each dimension and at each step size
    world: worlds.World = "none",
    checkpoints: Checkpoints = NOTHING_KEPT,
) -> Outputs:
    """Count the steps that runs need by dimension and step size; the teacher's amplitude is 1.

    ``longest`` has a limit for each step constant: a run is given up after so many times
    d^(k-1) / c steps.

    Returns:
        ``history``: ``order``, ``step_constant`` and ``dimension``; [step_constant, dimension,
        run]: ``searched`` and ``learned``, steps until the squared overlap exceeds 0.1 and 0.5, or
        NaN, and ``failed``, overflowed before.
    """
    cells = [
        Cell(
            dimension,
            1.0,
            constant * dimension ** (-order / 2),
            math.ceil(limit * dimension ** (order - 1) / constant),
            start,
            initial_strength,
            *run_generators(root_seed, [*seed_names, f"{constant:g}", dimension], runs),
        )
        for constant, limit in zip(step_constants, longest, strict=True)
        for dimension in dimensions
    ]
    times = hitting_times(cells, worlds.trained_order(world, order), checkpoints)
    return {
        "history": {
            "order": np.array(order),
            "step_constant": np.array(step_constants),
            "dimension": np.array(dimensions),
            **times.reshaped((len(step_constants), len(dimensions), runs)),
        }
    }
