"""Step ``train``: dense students of a teacher, one for each run."""

from collections.abc import Sequence

import numpy as np

from compsparse.studies.tickets.step_settings import spreads
from compsparse.studies.tickets.student.network import draw_first_weights
from compsparse.studies.tickets.student.training import Recipe, Training
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, single


@spreads(Recipe)
def run(
    inputs: Inputs,
    recipe: Recipe,
    *,
    root_seed: int,
    seed_names: Sequence[str],
) -> Outputs:
    """Return first and trained weights [run, unit, input + 1] and [run, unit + 1], and R squared.

    Inputs: examples.
    """
    training = Training(single(inputs, "examples"), recipe, root_seed)
    size = training.size(1)
    randoms = [generator(root_seed, *seed_names, "weights", run) for run in range(training.runs)]
    first = draw_first_weights(size, randoms)
    masks = np.ones((size.runs, 1, size.width, size.d), np.bool_)
    trained = training.train({name: values[:, None] for name, values in first.items()}, masks)
    return {
        "model": {
            **{f"first_{name}": values for name, values in first.items()},
            **{name: values[:, 0] for name, values in trained.weights.items()},
            **{part: scores[:, 0] for part, scores in trained.scores.items()},
        }
    }
