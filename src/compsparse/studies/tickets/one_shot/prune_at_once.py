"""Step ``prune``: dense students pruned in one shot, by each score, to many densities."""

from collections.abc import Sequence

import numpy as np

from compsparse.studies.tickets.pruning.masks import keep_largest
from compsparse.studies.tickets.pruning.schedule import RoundSchedule
from compsparse.studies.tickets.pruning.scores import METHODS, scores_by
from compsparse.studies.tickets.pruning.stored import DENSE
from compsparse.studies.tickets.step_settings import spreads
from compsparse.studies.tickets.student.training import Recipe, Training
from workflow_engine.artifacts.named_axes import read_named_axes
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, single


@spreads(Recipe)
def run(
    inputs: Inputs,
    recipe: Recipe,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    rounds: RoundSchedule,
) -> Outputs:
    """Return R squared [run, method, count] on validation examples, in the order of ``METHODS``.

    The first count is of all weights; ``rounds`` gives the others. Nothing is retrained.

    Inputs: examples; dense.
    """
    training = Training(single(inputs, "examples"), recipe, root_seed)
    dense = read_named_axes(single(inputs, "dense"), DENSE)
    weights, readout = dense["weights"], dense["readout"]
    size = training.size(1)
    counts = rounds.counts(size.width * size.d)
    before = np.ones((size.runs, size.width, size.d), np.bool_)
    found = np.empty((size.runs, len(METHODS), len(counts)))
    for place, method in enumerate(METHODS):
        randoms = [generator(root_seed, *seed_names, "scores", run) for run in range(size.runs)]
        scores = scores_by(method, weights, readout, training.inputs("learned"), randoms)
        for column, count in enumerate(counts):
            kept = weights.copy()
            kept[..., :-1] *= keep_largest(scores, before, count)
            pruned = {"weights": kept[:, None], "readout": readout[:, None]}
            found[:, place, column] = training.score(pruned, "choosing", 1)[:, 0]
    return {"model": {"choosing": found, "counts": np.array(counts)}}
