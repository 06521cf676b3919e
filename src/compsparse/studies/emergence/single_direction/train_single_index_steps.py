"""Step ``train`` of one neuron on one direction with steps of several sizes, otherwise alike."""

import math

import numpy as np

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints
from compsparse.studies.emergence import worlds
from compsparse.studies.emergence.chain.hitting_times import Cell, hitting_times
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params


def run(inputs: Inputs, params: Params, checkpoints: Checkpoints = NOTHING_KEPT) -> Outputs:
    """Count the steps that runs need by dimension and step size; the teacher's amplitude is 1.

    Params: root_seed; seed_names; order, k; dimensions, a list of d; step_constants, a list of c of
    the step c d^(-k/2); longest, for each of them, after how many times d^(k-1) / c steps a run is
    given up; start, ``fixed`` at the overlap d^(-1/2) or ``random``; initial_strength; runs.
    Returns ``history``: ``order``, ``step_constant`` and ``dimension``; [step_constant, dimension,
    run]: ``searched`` and ``learned``, steps until the squared overlap exceeds 0.1 and 0.5, or NaN,
    and ``failed``, overflowed before.
    """
    cells = [
        _cell(params, constant, longest, dimension)
        for constant, longest in zip(params["step_constants"], params["longest"], strict=True)
        for dimension in params["dimensions"]
    ]
    times = hitting_times(cells, worlds.order_of(params, params["order"]), checkpoints)
    shape = (len(params["step_constants"]), len(params["dimensions"]), params["runs"])
    return {
        "history": {
            "order": np.array(params["order"]),
            "step_constant": np.array(params["step_constants"], dtype=np.float64),
            "dimension": np.array(params["dimensions"]),
            "searched": times.searched.reshape(shape),
            "learned": times.learned.reshape(shape),
            "failed": times.failed.reshape(shape),
        }
    }


def _cell(params: Params, constant: float, longest: float, dimension: int) -> Cell:
    order = params["order"]
    names = (params["root_seed"], *params["seed_names"], f"{constant:g}", dimension)
    return Cell(
        dimension,
        1.0,
        constant * dimension ** (-order / 2),
        math.ceil(longest * dimension ** (order - 1) / constant),
        params["start"],
        params["initial_strength"],
        # a generator per run: more runs change no earlier draw
        [generator(*names, "start", index) for index in range(params["runs"])],
        [generator(*names, "samples", index) for index in range(params["runs"])],
    )
