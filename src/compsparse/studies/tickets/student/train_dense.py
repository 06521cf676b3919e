"""Step ``train``: dense students of a teacher, one for each run."""

import numpy as np

from compsparse.studies.tickets.student.network import draw_first_weights
from compsparse.studies.tickets.student.training import Training
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params, single


def run(inputs: Inputs, params: Params) -> Outputs:
    """Return first and trained weights [run, unit, input + 1] and [run, unit + 1], and R squared.

    Inputs: examples. Params: those of ``Training``.
    """
    training = Training(single(inputs, "examples"), params)
    size = training.size(1)
    seeds = params["root_seed"], *params["seed_names"], "weights"
    first = draw_first_weights(size, [generator(*seeds, run) for run in range(training.runs)])
    masks = np.ones((size.runs, 1, size.width, size.d), np.bool_)
    trained = training.train({name: of[:, None] for name, of in first.items()}, masks)
    return {
        "model": {
            **{f"first_{name}": of for name, of in first.items()},
            **{name: of[:, 0] for name, of in trained.weights.items()},
            **{part: of[:, 0] for part, of in trained.scores.items()},
        }
    }
