"""Step ``train``: a ticket beside controls that lack its first weights, or its mask.

All have as many weights as the ticket, as many steps, and the same batches.
"""

import numpy as np

from compsparse.artifacts.named_axes import read_named_axes
from compsparse.seeds import generator
from compsparse.steps import Inputs, Outputs, Params, single
from compsparse.studies.tickets.pruning.masks import shuffled
from compsparse.studies.tickets.pruning.stored import FIRST, ROUNDS
from compsparse.studies.tickets.student.network import draw_first_weights
from compsparse.studies.tickets.student.training import Training

MASKS = ("within_units", "inputs", "anywhere")
NETWORKS = ("ticket", "first_weights_drawn_anew", *(f"mask_shuffled_{of}" for of in MASKS))


def run(inputs: Inputs, params: Params) -> Outputs:
    """Return R squared [run, network] on judged examples, in the order of ``NETWORKS``.

    NaN for a run that has no ticket. ``density`` is the share of weights that a ticket has.

    Inputs: examples; dense; rounds of pruning. Params: those of ``Training``.
    """
    training = Training(single(inputs, "examples"), params)
    first = read_named_axes(single(inputs, "dense"), FIRST)
    rounds = read_named_axes(single(inputs, "rounds"), ROUNDS)
    names = params["root_seed"], *params["seed_names"]
    size = training.size(1)
    anew = draw_first_weights(
        size, [generator(*names, "drawn_anew", run) for run in range(training.runs)]
    )
    masks = []
    for run, ticket in enumerate(rounds["ticket"]):
        random = generator(*names, "masks", run)
        masks.append(np.stack([ticket, ticket, *(shuffled(ticket, of, random) for of in MASKS)]))
    starts = {}
    for name, drawn in anew.items():
        own = first[f"first_{name}"]
        starts[name] = np.stack([own, drawn, *[own] * len(MASKS)], axis=1)
    judged = training.train(starts, np.stack(masks)).scores["judged"]
    return {
        "model": {
            "judged": np.where(rounds["found"][:, None], judged, np.nan),
            "density": rounds["ticket"].mean(axis=(1, 2)),
        }
    }
