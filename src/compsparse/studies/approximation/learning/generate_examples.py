"""Step ``generate``: training, validation and test examples of a target."""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float32, Float64

from compsparse.studies.approximation.target.target import TargetDescription, draw_target
from compsparse.studies.approximation.target.variance import require_variance
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs

ARRAYS = {
    "inputs": Float32[np.ndarray, "run example d"],
    "targets": Float32[np.ndarray, "run example"],
    "judged_inputs": Float32[np.ndarray, "run judged d"],
    "judged_targets": Float32[np.ndarray, "run judged"],
    "scale": Float64[np.ndarray, "run 2"],
}
_FOR_SCALE = 20000  # points that estimate mean and standard deviation of a target


def standardized(points: Float64[np.ndarray, "*point d"]) -> Float32[np.ndarray, "*point d"]:
    """Return points of the unit cube, every variable with mean 0 and variance 1."""
    return ((points - 0.5) * 12**0.5).astype(np.float32)


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    target: TargetDescription,
    variables: int,
    examples: int,
    judged: int,
    runs: int,
) -> Outputs:
    """Return inputs [run, example, d] and targets [run, example], standardized.

    ``scale`` [run, 2] has estimates of mean and standard deviation of the target. Each run has its
    own examples, and its own target where that is random.

    Args:
        inputs: none.
        root_seed: of all draws.
        seed_names: of all draws.
        target: its description.
        variables: d.
        examples: number of training and validation examples.
        judged: number of test examples.
        runs: number of replicates.

    Raises:
        ValueError: the target has the same value everywhere.
    """
    found: dict[str, list[np.ndarray]] = {name: [] for name in ARRAYS}
    for run in range(runs):
        random = generator(root_seed, *seed_names, run)
        function = draw_target(target, variables, random)
        values = function(random.random((_FOR_SCALE, variables)))
        mean, deviation = float(values.mean()), float(values.std())
        require_variance(values)
        found["scale"].append(np.array([mean, deviation]))
        for prefix, number in (("", examples), ("judged_", judged)):
            points = random.random((number, variables))
            values = (function(points) - mean) / deviation
            found[f"{prefix}inputs"].append(standardized(points))
            found[f"{prefix}targets"].append(values.astype(np.float32))
    return {"data": {name: np.stack(by_run) for name, by_run in found.items()}}
