"""Step ``train`` by the flow with resolved jumps: how long each direction takes to emerge."""

from collections.abc import Sequence
from functools import partial

import numpy as np

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints, Parts
from compsparse.studies.emergence import worlds
from compsparse.studies.emergence.arrays import Arrays
from compsparse.studies.emergence.flow import escape, forces
from compsparse.studies.emergence.staircase.isolated_neuron import emergence_time
from compsparse.studies.emergence.staircase.resolved_jumps import resolved_jumps
from compsparse.studies.emergence.starts.stored import read_starts
from workflow_engine.steps import Inputs, Outputs, single

_TIMES = ("begun", "aligned", "done", "start")


def run(
    inputs: Inputs,
    *,
    orders: Sequence[int],  # k, at least 2
    exponent: float,  # beta
    initial_strength: float,  # squared norm of every neuron
    resolution: float,  # relative growth of the fastest overlap in a step
    duration: float,  # in emergence times of the weakest direction from sqrt(2 ln m / d)
    world: worlds.World = "none",
    checkpoints: Checkpoints = NOTHING_KEPT,
) -> Outputs:
    """Integrate the flow of each order from each random start of the dataset ``starts``.

    Neurons of order 2 do not settle on the directions of a teacher with several: its jumps are
    those of isolated neurons, one for each direction, from the best overlaps of the same start.

    Returns:
        ``history``: ``orders``; ``dimension``, d; [order, run, direction]: ``begun``, ``aligned``
        and ``done``, when the largest squared overlap crosses 0.1, 0.5 and 0.9, and ``start``, the
        overlap at the start of the neuron that crosses 0.5 first, or NaN.
    """
    starts = read_starts(single(inputs, "starts"))
    teacher = worlds.teacher(world, exponent, starts.directions)

    def train(order: int, run: int, part: Checkpoints) -> Arrays:
        # a run takes less than a second, so only finished runs are kept
        if part.load() is None and part.due():
            part.save({}, f"order {order}, run {run}")
        start = starts.coordinates[run]
        typical = escape.typical_largest_overlap(len(start), starts.dimension)
        longest = emergence_time(order, teacher.amplitudes[-1:], np.array(typical))
        law = forces.student_law(compete=worlds.neurons_compete(world))
        trained = worlds.trained_order(world, order)
        if trained == 2:
            # isolated neurons: one on each axis, which pushes no other
            start = np.diag(np.abs(start[:, : starts.directions]).max(axis=0))
            law = forces.without_deflation
        jumps = resolved_jumps(
            law,
            trained,
            teacher.amplitudes,
            start,
            initial_strength,
            float(duration * longest[0]),
            resolution,
        )
        return vars(jumps).copy()

    runs = len(starts.coordinates)
    parts = Parts(checkpoints, len(orders) * runs)
    jumps = [[parts.do(partial(train, order, run)) for run in range(runs)] for order in orders]
    return {
        "history": {
            "orders": np.array(orders),
            "dimension": np.array(starts.dimension),
            **{name: np.array([[run[name] for run in row] for row in jumps]) for name in _TIMES},
        }
    }
