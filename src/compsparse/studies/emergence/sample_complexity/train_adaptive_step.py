"""Step ``train`` by online SGD with the step size suited to one direction, constant in a run.

Whoever wants the p_bar strongest directions takes eta = c a_p_bar d^(-k/2) from first to last.
"""

import math

import numpy as np

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints
from compsparse.studies.emergence import worlds
from compsparse.studies.emergence.online import train_online_sgd
from compsparse.studies.emergence.starts.stored import read_starts
from workflow_engine.steps import Inputs, Outputs, Params, single


def run(inputs: Inputs, params: Params, checkpoints: Checkpoints = NOTHING_KEPT) -> Outputs:
    """Train from each random start of the dataset ``starts``, whose coordinates span the space.

    Params: those of ``online_sgd`` without step_size and steps; step_constant, c; rank, p_bar,
    whose step is used, times excess; duration, in d^(k-1) / (c a_P^2) steps, so that all step sizes
    see as many samples. Returns ``history``: that of ``online_sgd``, ``exponent``, ``rank``,
    ``excess``, ``step_size`` and ``samples``, in each step.
    """
    starts = read_starts(single(inputs, "starts"))
    amplitudes = worlds.teacher_of(params, starts.directions).amplitudes
    rank, order = params["rank"], params["order"]
    if not 1 <= rank <= starts.directions:
        raise ValueError(f"rank is {rank}; allowed: 1 to {starts.directions} directions.")
    constant = float(params["step_constant"])
    suited = worlds.suited_amplitude(params, amplitudes[rank - 1], amplitudes)
    step_size = worlds.excess_of(params) * constant * suited * starts.dimension ** (-order / 2)
    scale = starts.dimension ** (order - 1) / (constant * amplitudes[-1] ** 2)
    steps = math.ceil(params["duration"] * scale)
    trained = train_online_sgd.run(
        inputs, {**params, "step_size": step_size, "steps": steps}, checkpoints
    )["history"]
    if not isinstance(trained, dict):
        raise TypeError(f"A history is a mapping of arrays, not {type(trained).__name__}.")
    own = {"exponent": float(params["exponent"]), "rank": rank, "excess": float(params["excess"])}
    own |= {"step_size": float(step_size), "samples": params["samples"]}
    return {"history": trained | {name: np.array(value) for name, value in own.items()}}
