"""Step ``train`` by online SGD on the whole student, all runs of a start at once."""

import numpy as np
from jaxtyping import Float64

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints
from compsparse.studies.emergence import worlds
from compsparse.studies.emergence.crossings import first_crossing
from compsparse.studies.emergence.online.training import OnlineHistory, train
from compsparse.studies.emergence.starts.stored import first_neurons, read_starts
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params, single

_PRECISIONS = {"single": np.float32, "double": np.float64}
_ALIGNED = 0.5  # of the largest squared overlap, as for the flow


def run(inputs: Inputs, params: Params, checkpoints: Checkpoints = NOTHING_KEPT) -> Outputs:
    """Train from each random start of the dataset ``starts``, whose coordinates span the space.

    Params: root_seed; seed_names; order, k; exponent, beta; neurons, m, the first of each start,
    all where it is null; initial_strength; step_size, eta; samples, fresh ones in each step; steps;
    logged_steps, how many are looked at, log-spaced; precision, single or double. Returns
    ``history``: ``step`` [logged]; ``loss`` [run, logged], of the population, the teacher's tail
    included, and ``tail``; ``alignment`` [run, logged, direction], the largest squared overlap;
    ``aligned`` [run, direction], the step at which it crosses 1/2, or NaN; ``failed`` [run], the
    logged step at which an overflow was seen, or -1; curves are NaN from there on.
    """
    starts = first_neurons(read_starts(single(inputs, "starts")), params["neurons"])
    teacher = worlds.teacher_of(params, starts.directions)
    runs, _, coordinates = starts.coordinates.shape
    if coordinates != starts.dimension:
        raise ValueError(
            f"The starts have {coordinates} coordinates of {starts.dimension}; SGD needs them all. "
            "Generate them with basis: space."
        )
    if params["precision"] not in _PRECISIONS:
        raise ValueError(f"precision is {params['precision']!r}; allowed: {sorted(_PRECISIONS)}.")
    weights = starts.coordinates * float(params["initial_strength"]) ** 0.5
    names = (params["root_seed"], *params["seed_names"], "samples")
    history = train(
        worlds.order_of(params, params["order"]),
        teacher.amplitudes,
        weights.astype(_PRECISIONS[params["precision"]]),
        [generator(*names, index) for index in range(runs)],
        worlds.samples_of(params),
        float(params["step_size"]),
        logged(params["steps"], params["logged_steps"]),
        checkpoints,
        compete=worlds.neurons_compete(params),
        growth=worlds.growth_of(params),
    )
    return {
        "history": {
            "step": history.steps,
            "loss": history.loss + teacher.tail,
            "tail": np.array(teacher.tail),
            "alignment": history.alignment,
            "aligned": _aligned(history),
            "failed": history.failed,
        }
    }


def logged(steps: int, count: int) -> list[int]:
    """Return at most ``count`` different steps from 1 to ``steps``, evenly spaced in logarithm."""
    spaced = np.geomspace(1, steps, count).round()
    return sorted({int(step) for step in spaced})


def _aligned(history: OnlineHistory) -> Float64[np.ndarray, "run direction"]:
    time = history.steps.astype(np.float64)
    # what is not a number has not crossed
    curves = np.nan_to_num(history.alignment, nan=0.0)
    return np.stack([first_crossing(time, curve, _ALIGNED) for curve in curves])
