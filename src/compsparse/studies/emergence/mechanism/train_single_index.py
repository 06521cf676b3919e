"""Step ``train`` of one neuron on one direction by online SGD, as an exact chain in two numbers."""

import math

import numpy as np

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints
from compsparse.studies.emergence import worlds
from compsparse.studies.emergence.chain.hitting_times import Cell, hitting_times
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params


def run(inputs: Inputs, params: Params, checkpoints: Checkpoints = NOTHING_KEPT) -> Outputs:
    """Count the steps that runs need in inputs of several dimensions.

    Params: root_seed; seed_names; order, k; dimensions, a list of d; step_constant, c: the step
    size is c d^(-k/2), times the amplitude where scale_step is true; amplitudes, a list of a, with
    label noise of variance 1 - a^2; start, ``fixed`` at the overlap d^(-1/2) or ``random``;
    initial_strength; longest, after how many times d^(k-1) / (c a^2) steps a run is given up; runs.
    Returns ``history``: ``order``, ``step_constant``, ``dimension``, ``amplitude``; [dimension,
    amplitude, run]: ``searched`` and ``learned``, steps until the squared overlap exceeds 0.1 and
    0.5, or NaN, and ``failed``, overflowed before.
    """
    cells = [
        _cell(params, dimension, amplitude)
        for dimension in params["dimensions"]
        for amplitude in params["amplitudes"]
    ]
    times = hitting_times(cells, worlds.order_of(params, params["order"]), checkpoints)
    shape = (len(params["dimensions"]), len(params["amplitudes"]), params["runs"])
    return {
        "history": {
            "order": np.array(params["order"]),
            "step_constant": np.array(params["step_constant"], dtype=np.float64),
            "dimension": np.array(params["dimensions"]),
            "amplitude": np.array(params["amplitudes"], dtype=np.float64),
            "searched": times.searched.reshape(shape),
            "learned": times.learned.reshape(shape),
            "failed": times.failed.reshape(shape),
        }
    }


def _cell(params: Params, dimension: int, amplitude: float) -> Cell:
    order, constant = params["order"], params["step_constant"]
    names = (params["root_seed"], *params["seed_names"], dimension, f"{amplitude:g}")
    step_size, longest = constant * dimension ** (-order / 2), params["longest"]
    if params["scale_step"]:
        suited = worlds.suited_amplitude(params, amplitude, params["amplitudes"])
        step_size *= suited
        longest *= amplitude / suited
    return Cell(
        dimension,
        amplitude,
        step_size,
        math.ceil(longest * dimension ** (order - 1) / (constant * amplitude**2)),
        params["start"],
        params["initial_strength"],
        # a generator per run: more runs change no earlier draw
        [generator(*names, "start", index) for index in range(params["runs"])],
        [generator(*names, "samples", index) for index in range(params["runs"])],
    )
