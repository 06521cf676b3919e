"""Step ``train`` of one neuron on one direction by online SGD, as an exact chain in two numbers."""

import math

import numpy as np
from jaxtyping import Bool, Float64, Int64

from compsparse.seeds import generator
from compsparse.steps import Inputs, Outputs, Params
from compsparse.studies.emergence.initial_law import draw_teacher_overlaps
from compsparse.studies.emergence.single_index_chain import ChainState, chain_step, draw_inputs

_BLOCK = 256  # steps whose inputs are drawn at once
_LEVELS = (0.1, 0.5)  # of the squared overlap: the search is over; the direction is learned
_OVERFLOW = 1e6  # a norm beyond it does not come back
_STARTS = ("fixed", "random")


def run(inputs: Inputs, params: Params) -> Outputs:
    """Count the steps that runs need in inputs of several dimensions.

    Params: root_seed; seed_names; order, k; dimensions, a list of d; step_constant, c: the step
    size is c d^(-k/2), times the amplitude where scale_step is true; amplitudes, a list of a, whose
    label noise has the variance 1 - a^2 of the directions that are not there; start, ``fixed`` at
    the overlap d^(-1/2) or ``random``, the size of a random unit vector's; initial_strength, of the
    neuron; longest, after how many times d^(k-1) / (c a^2) steps a run is given up; runs.

    Returns:
        ``history``: ``dimension`` and ``amplitude``; [dimension, amplitude, run]: ``searched`` and
        ``learned``, steps until the squared overlap exceeds 0.1 and 0.5, NaN where it did not, and
        ``failed``, whether the run overflowed.

    Raises:
        ValueError: a parameter is not usable.
    """
    if params["start"] not in _STARTS:
        raise ValueError(f"start is {params['start']!r}; allowed: {_STARTS}.")
    shape = (len(params["dimensions"]), len(params["amplitudes"]), params["runs"])
    counted = np.full((len(_LEVELS), *shape), np.nan)
    failed = np.zeros(shape, dtype=bool)
    for row, dimension in enumerate(params["dimensions"]):
        for column, amplitude in enumerate(params["amplitudes"]):
            counted[:, row, column], failed[row, column] = _count(params, dimension, amplitude)
    return {
        "history": {
            "dimension": np.array(params["dimensions"]),
            "amplitude": np.array(params["amplitudes"], dtype=np.float64),
            "searched": counted[0],
            "learned": counted[1],
            "failed": failed,
        }
    }


def _count(
    params: Params, dimension: int, amplitude: float
) -> tuple[Float64[np.ndarray, "level run"], Bool[np.ndarray, " run"]]:
    order, runs = params["order"], params["runs"]
    names = (params["root_seed"], *params["seed_names"], dimension, f"{amplitude:g}")
    step_size = params["step_constant"] * dimension ** (-order / 2)
    if params["scale_step"]:
        step_size *= amplitude
    scale = dimension ** (order - 1) / (params["step_constant"] * amplitude**2)
    give_up = math.ceil(params["longest"] * scale)
    overlap = np.full(runs, dimension**-0.5)
    if params["start"] == "random":
        drawn = draw_teacher_overlaps(generator(*names, "start"), runs, 1, dimension)
        overlap = np.abs(drawn[:, 0])
    state = ChainState(overlap, np.full(runs, params["initial_strength"] ** 0.5))
    samples = generator(*names, "samples")
    counted = np.full((len(_LEVELS), runs), np.nan)
    failed = np.zeros(runs, dtype=bool)
    alive: Int64[np.ndarray, " alive"] = np.arange(runs)
    step = 0
    while len(alive) and step < give_up:
        # for all runs, finished ones too: what one run sees does not depend on the others
        drawn_block = draw_inputs(samples, _BLOCK, runs, dimension, 1.0 - amplitude**2)
        block = drawn_block.of(alive)
        for offset in range(min(_BLOCK, give_up - step)):
            with np.errstate(over="ignore", invalid="ignore"):
                state = chain_step(state, block.at(offset), order, amplitude, step_size)
            step += 1
            square = state.overlap**2
            finite = state.norm < _OVERFLOW  # not a number is not below it either
            for level, at in zip(_LEVELS, counted, strict=True):
                reached = alive[finite & (square > level)]
                at[reached] = np.fmin(at[reached], step)
            going = finite & (square <= _LEVELS[-1])
            if not going.all():
                failed[alive[~finite]] = True
                alive = alive[going]
                state = ChainState(state.overlap[going], state.norm[going])
                block = drawn_block.of(alive)
                if not len(alive):
                    break
    return counted, failed
