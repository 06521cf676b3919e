"""Step ``prune``: rounds of magnitude pruning, each trained from the same first weights.

A weight's score is its magnitude times that of its unit's readout weight. Only the first layer is
pruned, by the same fraction in each run; a round trains as long as the dense network did.
"""

from typing import Literal

import numpy as np

from compsparse.studies.tickets.pruning.masks import keep_largest
from compsparse.studies.tickets.pruning.schedule import RoundSchedule
from compsparse.studies.tickets.pruning.scores import contributions
from compsparse.studies.tickets.pruning.stored import DENSE
from compsparse.studies.tickets.step_settings import spreads
from compsparse.studies.tickets.student.training import Recipe, Training
from workflow_engine.artifacts.named_axes import read_named_axes
from workflow_engine.steps import Inputs, Outputs, single


@spreads(Recipe)
def run(
    inputs: Inputs,
    recipe: Recipe,
    *,
    root_seed: int,
    rounds: RoundSchedule,
    loss: float,
    give_up: float,
    scored_on: Literal["learned", "choosing"],
) -> Outputs:
    """Return R squared of each round [run, round], on each part of the examples, and the tickets.

    ``counts`` are the weights that are left, ``units`` the hidden units that read an input;
    ``ticket`` [run, unit, input] is the mask of the last round that was as good as the dense
    network, and ``found`` whether there is one. Pruning stops when all runs have fallen short for
    good.

    Inputs: examples; dense, trained students.

    Args:
        root_seed: seed of the order of examples, equal in all trainings.
        rounds: how many weights each round keeps.
        loss: of R squared, that still counts as good.
        give_up: loss from which a run is no longer pruned.
        scored_on: examples on which rounds are compared with the dense network: validation
            (``choosing``), or training (``learned``) where labels are noise.
    """
    training = Training(single(inputs, "examples"), recipe, root_seed)
    dense = read_named_axes(single(inputs, "dense"), DENSE)
    size = training.size(1)
    whole = size.width * size.d
    counts = rounds.counts(whole)
    mask = np.ones((size.runs, size.width, size.d), np.bool_)
    weights, readout = dense["weights"], dense["readout"]
    first = {name: dense[f"first_{name}"][:, None] for name in ("weights", "readout")}
    scores = {part: [dense[part]] for part in ("learned", "choosing", "judged")}
    units = [np.full(size.runs, size.width)]
    ticket, good = mask.copy(), np.ones(size.runs, np.bool_)
    found = np.zeros(size.runs, np.bool_)
    for count in counts[1:]:
        mask = keep_largest(contributions(weights, readout), mask, count)
        trained = training.train(first, mask[:, None])
        weights, readout = trained.weights["weights"][:, 0], trained.weights["readout"][:, 0]
        for part, by_round in scores.items():
            by_round.append(trained.scores[part][:, 0])
        units.append(mask.any(axis=2).sum(axis=1))
        lost = dense[scored_on] - scores[scored_on][-1]
        good &= lost <= loss
        found |= good
        ticket[good] = mask[good]
        if (lost > give_up).all() and not good.any():
            break
    return {
        "model": {
            **{part: np.stack(by_round, axis=1) for part, by_round in scores.items()},
            "counts": np.array(counts[: len(units)]),
            "units": np.stack(units, axis=1),
            "whole": np.array(whole),
            "ticket": ticket,
            "found": found,
        }
    }
