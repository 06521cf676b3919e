"""Step ``train`` by the flow with resolved jumps: how long each direction takes to emerge."""

from functools import partial

import numpy as np

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints, Parts
from compsparse.studies.emergence import worlds
from compsparse.studies.emergence.flow import escape, forces
from compsparse.studies.emergence.staircase.isolated_neuron import emergence_time
from compsparse.studies.emergence.staircase.resolved_jumps import resolved_jumps
from compsparse.studies.emergence.starts.stored import Starts, read_starts
from compsparse.studies.emergence.teacher import PowerLawTeacher
from workflow_engine.steps import Inputs, Outputs, Params, single

_SEEN = ("begun", "aligned", "done", "start")


def run(inputs: Inputs, params: Params, checkpoints: Checkpoints = NOTHING_KEPT) -> Outputs:
    """Integrate the flow of each order from each random start of the dataset ``starts``.

    Neurons of order 2 do not settle on the directions of a teacher with several: its jumps are
    those of isolated neurons, one for each direction, from the best overlaps of the same start.
    Params: orders, a list of k, at least 2; exponent, beta; initial_strength; resolution, by which
    the fastest overlap grows in a step; duration, in emergence times of the weakest direction from
    sqrt(2 ln m / d). Returns ``history``: ``orders``; ``dimension``, d; [order, run, direction]:
    ``begun``, ``aligned`` and ``done``, when the largest squared overlap crosses 0.1, 0.5 and 0.9,
    and ``start``, the overlap at the start of the neuron that crosses 0.5 first, or NaN.
    """
    starts = read_starts(single(inputs, "starts"))
    teacher = worlds.teacher_of(params, starts.directions)
    orders, runs = params["orders"], len(starts.coordinates)
    parts = Parts(checkpoints, len(orders) * runs)
    seen = [
        [parts.do(partial(_integrate, params, order, teacher, starts, run)) for run in range(runs)]
        for order in orders
    ]
    return {
        "history": {
            "orders": np.array(orders),
            "dimension": np.array(starts.dimension),
            **{name: np.array([[one[name] for one in row] for row in seen]) for name in _SEEN},
        }
    }


def _integrate(
    params: Params,
    order: int,
    teacher: PowerLawTeacher,
    starts: Starts,
    run: int,
    checkpoints: Checkpoints,
) -> dict[str, np.ndarray]:
    # one run takes less than a second: what finished ones came to is all that is kept
    if checkpoints.load() is None and checkpoints.due():
        checkpoints.save({}, f"order {order}, run {run}")
    start = starts.coordinates[run]
    typical = escape.typical_largest_overlap(len(start), starts.dimension)
    longest = emergence_time(order, teacher.amplitudes[-1:], np.array(typical))
    law = forces.coupled if worlds.neurons_compete(params) else forces.without_deflation
    acting = worlds.order_of(params, order)
    if acting == 2:
        # a neuron on each axis that pushes no other: isolated ones
        start = np.diag(np.abs(start[:, : starts.directions]).max(axis=0))
        law = forces.without_deflation
    jumps = resolved_jumps(
        law,
        acting,
        teacher.amplitudes,
        start,
        float(params["initial_strength"]),
        float(params["duration"] * longest[0]),
        float(params["resolution"]),
    )
    return vars(jumps).copy()
