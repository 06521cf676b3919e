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
from compsparse.studies.tickets.teacher.generate_examples import PARTS
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
    scored_on: Literal["learned", "choosing"],
) -> Outputs:
    """Return R squared of each round [run, round], on each part of the examples, and the tickets.

    ``counts`` are the weights that are left; ``ticket`` [run, unit, input] is the mask of the last
    round that was as good as the dense network, and ``found`` whether there is one. A run is pruned
    until a round falls short; its later scores are NaN.

    Inputs: examples; dense, trained students.

    Args:
        root_seed: seed of the order of examples, equal in all trainings.
        rounds: how many weights each round keeps.
        loss: of R squared, that still counts as good.
        scored_on: examples on which rounds are compared with the dense network: validation
            (``choosing``), or training (``learned``) where labels are noise.
    """
    training = Training(single(inputs, "examples"), recipe, root_seed)
    dense = read_named_axes(single(inputs, "dense"), DENSE)
    size = training.size(1)
    whole = size.width * size.d
    counts = rounds.counts(whole)
    scores = {part: np.full((size.runs, len(counts)), np.nan) for part in PARTS}
    for part, by_round in scores.items():
        by_round[:, 0] = dense[part]
    mask = np.ones((size.runs, size.width, size.d), np.bool_)
    ticket, found = mask.copy(), np.zeros(size.runs, np.bool_)
    # the runs that are still pruned, and their weights
    active = np.arange(size.runs)
    weights, readout = dense["weights"], dense["readout"]
    first = {name: dense[f"first_{name}"][:, None] for name in ("weights", "readout")}
    for number, count in enumerate(counts[1:], 1):
        mask = keep_largest(contributions(weights, readout), mask, count)
        start = {name: values[active] for name, values in first.items()}
        trained = training.train(start, mask[:, None], active)
        for part, by_round in scores.items():
            by_round[active, number] = trained.scores[part][:, 0]
        good = scores[scored_on][active, number] >= dense[scored_on][active] - loss
        active, mask = active[good], mask[good]
        if not len(active):
            break
        found[active], ticket[active] = True, mask
        weights, readout = (trained.weights[name][good, 0] for name in ("weights", "readout"))
    return {
        "model": {
            **scores,
            "counts": np.array(counts),
            "whole": np.array(whole),
            "ticket": ticket,
            "found": found,
        }
    }
