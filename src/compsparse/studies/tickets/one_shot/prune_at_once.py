"""Step ``prune``: the weights of dense students taken at once, by each score, at many densities."""

import numpy as np

from compsparse.studies.tickets.pruning.masks import keep_largest
from compsparse.studies.tickets.pruning.schedule import counts_of_rounds
from compsparse.studies.tickets.pruning.scores import METHODS, scores_by
from compsparse.studies.tickets.pruning.stored import DENSE
from compsparse.studies.tickets.student.training import Training
from workflow_engine.artifacts.named_axes import read_named_axes
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params, single


def run(inputs: Inputs, params: Params) -> Outputs:
    """Return R squared [run, method, count] on examples that choose, in the order of ``METHODS``.

    The first count is of all weights. Nothing is trained again.

    Inputs: examples; dense. Params: those of ``Training``; rounds, a schedule of counts.
    """
    training = Training(single(inputs, "examples"), params)
    dense = read_named_axes(single(inputs, "dense"), DENSE)
    names = params["root_seed"], *params["seed_names"], "scores"
    size = training.size(1)
    counts = counts_of_rounds(size.width * size.d, **params["rounds"])
    before = np.ones((size.runs, size.width, size.d), np.bool_)
    found = np.empty((size.runs, len(METHODS), len(counts)))
    for place, method in enumerate(METHODS):
        randoms = [generator(*names, run) for run in range(size.runs)]
        weights, readout = dense["weights"], dense["readout"]
        scores = scores_by(method, weights, readout, training.inputs("learned"), randoms)
        for at, count in enumerate(counts):
            kept = weights.copy()
            kept[..., :-1] *= keep_largest(scores, before, count)
            given = {"weights": kept[:, None], "readout": readout[:, None]}
            found[:, place, at] = training.score(given, "choosing", 1)[:, 0]
    return {"model": {"choosing": found, "counts": np.array(counts)}}
