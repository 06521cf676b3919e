"""Step ``train``: a ticket beside controls that lack its first weights, or its mask.

All have as many weights as the ticket, as many steps, and the same batches.
"""

import numpy as np

from compsparse.studies.tickets.pruning.masks import shuffled
from compsparse.studies.tickets.pruning.stored import FIRST, ROUNDS
from compsparse.studies.tickets.student.network import draw_first_weights
from compsparse.studies.tickets.student.training import Training
from workflow_engine.artifacts.named_axes import read_named_axes
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params, single

MASKS = ("within_units", "inputs", "anywhere")
NETWORKS = ("ticket", "first_weights_drawn_anew", *(f"mask_shuffled_{of}" for of in MASKS))


def run(inputs: Inputs, params: Params) -> Outputs:
    """Return R squared [run, network] on judged examples, in the order of ``NETWORKS``.

    Those of controls are means over their draws; NaN for a run that has no ticket. ``density`` is
    the share of weights that a ticket has.

    Inputs: examples; dense; rounds of pruning. Params: those of ``Training``; draws, of each
    control.
    """
    training = Training(single(inputs, "examples"), params)
    first = read_named_axes(single(inputs, "dense"), FIRST)
    rounds = read_named_axes(single(inputs, "rounds"), ROUNDS)
    names = params["root_seed"], *params["seed_names"]
    size = training.size(1)
    starts: dict[str, list[np.ndarray]] = {
        name.removeprefix("first_"): [of] for name, of in first.items()
    }
    masks = [rounds["ticket"]]
    for draw in range(params["draws"]):
        anew = draw_first_weights(
            size, [generator(*names, "drawn_anew", draw, run) for run in range(training.runs)]
        )
        for name, drawn in anew.items():
            starts[name] += [drawn, *[first[f"first_{name}"]] * len(MASKS)]
        masks.append(rounds["ticket"])
        random = [generator(*names, "masks", draw, run) for run in range(training.runs)]
        masks += [
            np.stack(
                [shuffled(of, kind, by) for of, by in zip(rounds["ticket"], random, strict=True)]
            )
            for kind in MASKS
        ]
    together = {name: np.stack(of, axis=1) for name, of in starts.items()}
    judged = training.train(together, np.stack(masks, axis=1)).scores["judged"]
    controls = judged[:, 1:].reshape(training.runs, params["draws"], -1).mean(axis=1)
    scores = np.column_stack([judged[:, 0], controls])
    return {
        "model": {
            "judged": np.where(rounds["found"][:, None], scores, np.nan),
            "density": rounds["ticket"].mean(axis=(1, 2)),
        }
    }
