"""Step ``train``: a ticket beside controls that lack its first weights, or its mask.

All have as many weights as the ticket and train for as many steps on the same batches.
"""

from collections.abc import Sequence
from typing import get_args

import numpy as np

from compsparse.studies.tickets.pruning.masks import Shuffle, shuffled
from compsparse.studies.tickets.pruning.stored import FIRST, ROUNDS
from compsparse.studies.tickets.step_settings import spreads
from compsparse.studies.tickets.student.network import draw_first_weights
from compsparse.studies.tickets.student.training import Recipe, Training
from workflow_engine.artifacts.named_axes import read_named_axes
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, single

MASKS: tuple[Shuffle, ...] = get_args(Shuffle)
NETWORKS = ("ticket", "first_weights_drawn_anew", *(f"mask_shuffled_{kind}" for kind in MASKS))


@spreads(Recipe)
def run(
    inputs: Inputs,
    recipe: Recipe,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    draws: int,
) -> Outputs:
    """Return test R squared [run, network], in the order of ``NETWORKS``, and ticket densities.

    R squared of a control is the mean over ``draws``; NaN for a run without a ticket.

    Inputs: examples; dense; rounds of pruning.
    """
    training = Training(single(inputs, "examples"), recipe, root_seed)
    first = read_named_axes(single(inputs, "dense"), FIRST)
    rounds = read_named_axes(single(inputs, "rounds"), ROUNDS)
    size = training.size(1)

    def randoms(role: str, draw: int) -> list[np.random.Generator]:
        return [generator(root_seed, *seed_names, role, draw, run) for run in range(training.runs)]

    # networks of a run: the ticket, then those of NETWORKS[1:] for each draw
    starts: dict[str, list[np.ndarray]] = {
        name.removeprefix("first_"): [values] for name, values in first.items()
    }
    masks = [rounds["ticket"]]
    for draw in range(draws):
        anew = draw_first_weights(size, randoms("drawn_anew", draw))
        for name, drawn in anew.items():
            starts[name] += [drawn, *[first[f"first_{name}"]] * len(MASKS)]
        masks.append(rounds["ticket"])
        random = randoms("masks", draw)
        masks += [
            np.stack(
                [
                    shuffled(ticket, kind, by_run)
                    for ticket, by_run in zip(rounds["ticket"], random, strict=True)
                ]
            )
            for kind in MASKS
        ]
    stacked = {name: np.stack(values, axis=1) for name, values in starts.items()}
    judged = training.train(stacked, np.stack(masks, axis=1)).scores["judged"]
    controls = judged[:, 1:].reshape(training.runs, draws, -1).mean(axis=1)
    scores = np.column_stack([judged[:, 0], controls])
    return {
        "model": {
            "judged": np.where(rounds["found"][:, None], scores, np.nan),
            "density": rounds["ticket"].mean(axis=(1, 2)),
        }
    }
