"""Step ``generate``: examples of a target to learn from, to choose on and to be judged on."""

import numpy as np
from jaxtyping import Float32, Float64

from compsparse.studies.approximation.target.target import target_of
from compsparse.studies.approximation.target.variance import is_constant
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params

ARRAYS = {
    "inputs": Float32[np.ndarray, "run example d"],
    "targets": Float32[np.ndarray, "run example"],
    "judged_inputs": Float32[np.ndarray, "run judged d"],
    "judged_targets": Float32[np.ndarray, "run judged"],
    "scale": Float64[np.ndarray, "run 2"],
}
_FOR_SCALE = 20000  # points that say mean and spread of a target


def standardised(points: Float64[np.ndarray, "*point d"]) -> Float32[np.ndarray, "*point d"]:
    """Return points of the unit cube, every variable with mean 0 and variance 1."""
    return ((points - 0.5) * 12**0.5).astype(np.float32)


def run(inputs: Inputs, params: Params) -> Outputs:
    """Return inputs [run, example, d] and targets [run, example], standardised.

    ``scale`` [run, 2] has mean and spread of the target, as many points tell.

    Params: target, a description; variables, d; examples and judged, numbers of them; runs. A run
    has its own examples, and its own target where that is random: the first thing that is drawn.

    Raises:
        ValueError: the target has the same value everywhere.
    """
    variables = params["variables"]
    found: dict[str, list[np.ndarray]] = {name: [] for name in ARRAYS}
    for run in range(params["runs"]):
        random = generator(params["root_seed"], *params["seed_names"], run)
        target = target_of(params["target"], variables, random)
        values = target(random.random((_FOR_SCALE, variables)))
        center, spread = float(values.mean()), float(values.std())
        if is_constant(values):
            raise ValueError("The target has the same value at all points: its variance is 0.")
        found["scale"].append(np.array([center, spread]))
        for prefix, number in (("", params["examples"]), ("judged_", params["judged"])):
            points = random.random((number, variables))
            of_points = (target(points) - center) / spread
            found[f"{prefix}inputs"].append(standardised(points))
            found[f"{prefix}targets"].append(of_points.astype(np.float32))
    return {"data": {name: np.stack(of) for name, of in found.items()}}
