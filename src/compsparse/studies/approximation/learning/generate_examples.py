"""Step ``generate``: training, validation and test examples of a target."""

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from compsparse.studies.approximation.learning.examples import Examples, standardized
from compsparse.studies.approximation.target.target import (
    TargetDescription,
    draw_target,
    require_variance,
)
from workflow_engine.artifacts.named_axes import arrays_of
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs

_FOR_SCALE = 20000  # points that estimate mean and standard deviation of a target


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
    """Return ``Examples``; each run has its own, of a target of its own.

    ``examples`` are for training and validation, ``judged`` are for tests.

    Raises:
        ValueError: the target has the same value everywhere.
    """
    found: dict[str, list[np.ndarray]] = defaultdict(list)
    for run in range(runs):
        random = generator(root_seed, *seed_names, run)
        function = draw_target(target, variables, root_seed, run)
        values = function(random.random((_FOR_SCALE, variables)))
        require_variance(values)
        mean, deviation = float(values.mean()), float(values.std())
        for prefix, number in (("", examples), ("judged_", judged)):
            points = random.random((number, variables))
            values = (function(points) - mean) / deviation
            found[f"{prefix}inputs"].append(standardized(points))
            found[f"{prefix}targets"].append(values.astype(np.float32))
        found["scale"].append(np.array([mean, deviation]))
    stacked = {name: np.stack(by_run) for name, by_run in found.items()}
    return {"data": arrays_of(Examples(**stacked))}
