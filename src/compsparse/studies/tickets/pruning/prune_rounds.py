"""Step ``prune``: rounds of magnitude pruning, each trained anew from the first weights.

A weight counts by its size times that of what its unit adds to the output. Only the first layer is
pruned, by the same share in each run; a round trains as long as the dense network did.
"""

import numpy as np

from compsparse.studies.tickets.pruning.masks import keep_largest
from compsparse.studies.tickets.pruning.schedule import counts_of_rounds
from compsparse.studies.tickets.pruning.scores import contributions
from compsparse.studies.tickets.pruning.stored import DENSE
from compsparse.studies.tickets.student.training import Training
from workflow_engine.artifacts.named_axes import read_named_axes
from workflow_engine.steps import Inputs, Outputs, Params, single


def run(inputs: Inputs, params: Params) -> Outputs:
    """Return R squared of each round [run, round], on the examples of each part, and the tickets.

    ``counts`` are the weights that are left, ``units`` the hidden units that read something;
    ``ticket`` [run, unit, input] is the mask of the last round that was as good as the dense
    network on the examples that choose, and ``found`` whether there is one. Runs of which all have
    fallen short for good are not pruned further: their later scores are NaN.

    Inputs: examples; dense, trained students. Params: those of ``Training``; rounds, a schedule;
    loss, of R squared, that still counts as good; scored_on, the part of the examples on which
    rounds are compared with the dense network: ``choosing``, or ``learned`` where labels are
    noise; give_up, the loss from which a run stops.
    """
    training = Training(single(inputs, "examples"), params)
    dense = read_named_axes(single(inputs, "dense"), DENSE)
    size = training.size(1)
    whole = size.width * size.d
    counts = counts_of_rounds(whole, **params["rounds"])
    mask = np.ones((size.runs, size.width, size.d), np.bool_)
    weights, readout = dense["weights"], dense["readout"]
    first = {name: dense[f"first_{name}"][:, None] for name in ("weights", "readout")}
    scores = {part: [dense[part]] for part in ("learned", "choosing", "judged")}
    units, part = [np.full(size.runs, size.width)], params["scored_on"]
    ticket, good = mask.copy(), np.ones(size.runs, np.bool_)
    found = np.zeros(size.runs, np.bool_)
    for count in counts[1:]:
        mask = keep_largest(contributions(weights, readout), mask, count)
        trained = training.train(first, mask[:, None])
        weights, readout = trained.weights["weights"][:, 0], trained.weights["readout"][:, 0]
        for name, of in scores.items():
            of.append(trained.scores[name][:, 0])
        units.append(mask.any(axis=2).sum(axis=1))
        lost = dense[part] - scores[part][-1]
        good &= lost <= params["loss"]
        found |= good
        ticket[good] = mask[good]
        if (lost > params["give_up"]).all() and not good.any():
            break
    return {
        "model": {
            **{name: np.stack(of, axis=1) for name, of in scores.items()},
            "counts": np.array(counts[: len(units)]),
            "units": np.stack(units, axis=1),
            "whole": np.array(whole),
            "ticket": ticket,
            "found": found,
        }
    }
