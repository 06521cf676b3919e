"""Step ``prune``: rounds of magnitude pruning of the MLP, each followed by as long a training.

All else of a transformer stays as the dense training left it, so that nothing but the MLP can make
up for what is pruned; rounds are as long as that training, since shorter ones call unprunable what
is only slow.
"""

from collections.abc import Iterator

import numpy as np
import torch
from jaxtyping import Float64, Int64
from torch import Tensor

from compsparse.studies.tickets.learning_rate import rate_at
from compsparse.studies.tickets.transformer.examples import Examples, accuracy
from compsparse.studies.tickets.transformer.frozen import Around, around, read_model
from compsparse.studies.tickets.transformer.masks import Kept, prune, round_densities
from compsparse.studies.tickets.transformer.mlp_gradient import mlp_logits
from compsparse.studies.tickets.transformer.mlp_round import MlpRound
from compsparse.studies.tickets.transformer.model import MLP, MLP_WEIGHTS
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params, single

_STARTS = ("trained", "first")
_JUDGING = ("validation", "test")


def run(inputs: Inputs, params: Params) -> Outputs:
    """Return densities [round] and accuracies [run, task, round] on validation and test.

    Round 0 is the dense network. A network is given up once its validation accuracy is more than
    ``given_up`` below that; its accuracies in later rounds are NaN.

    Params: heads; step, the share of what is left that a round prunes; rounds; start, where the
    MLP's weights start in a round: ``trained``, where they are, or ``first``, at their first
    values; given_up; rate, steps, batch, l1, as for the dense training.

    Raises:
        ValueError: a density at which a layer is empty, or an unknown start.
        FloatingPointError: a training diverged.
    """
    if params["start"] not in _STARTS:
        raise ValueError(f"start is {params['start']!r}; allowed: {', '.join(_STARTS)}.")
    examples, views = Examples(single(inputs, "examples")), read_model(single(inputs, "model"))
    fixed = {of: around(examples, views, params["heads"], of) for of in ("learned", *_JUDGING)}
    names = params["root_seed"], *params["seed_names"], "batches"
    randoms = [generator(*names, run) for run in range(examples.runs)]
    batches = examples.batches(randoms, params["batch"])
    densities = round_densities(params["step"], params["rounds"])
    networks = len(examples.run_of)
    found = {of: np.full((networks, len(densities)), np.nan) for of in _JUDGING}
    # whoever is still pruned, the MLPs of these, and what is left of their weights
    there = np.arange(networks)
    weights = {name: views[name] for name in MLP}
    masks = {name: torch.ones_like(views[name], dtype=torch.bool) for name in MLP_WEIGHTS}
    for number, density in enumerate(densities):
        index = torch.from_numpy(there)
        if number > 0:
            masks = prune({name: weights[name].abs() for name in MLP_WEIGHTS}, masks, density)
            start = weights
            if params["start"] == "first":
                start = weights | {name: views[f"first_{name}"][index] for name in MLP_WEIGHTS}
            runs = examples.run_of[there]
            drawn = (of[runs] for of in batches)
            weights = _trained(start, masks, fixed["learned"], index, drawn, params)
        for of, accuracies in found.items():
            accuracies[there, number] = _accuracies(weights, fixed[of].of(index))
        validation = found["validation"]
        stays = validation[there, number] >= validation[there, 0] - params["given_up"]
        if not stays.any():
            break
        there, left = there[stays], torch.from_numpy(stays)
        weights = {name: values[left] for name, values in weights.items()}
        masks = {name: mask[left] for name, mask in masks.items()}
    shape = (examples.runs, examples.tasks, -1)
    scores = {of: accuracies.reshape(shape) for of, accuracies in found.items()}
    return {"model": {"density": np.array(densities), **scores}}


def _trained(
    start: dict[str, Tensor],
    masks: dict[str, Kept],
    learned: Around,
    networks: Int64[Tensor, " network"],
    drawn: Iterator[Int64[np.ndarray, "network batch"]],
    params: Params,
) -> dict[str, Tensor]:
    """Return the MLPs of some networks after a round, as many steps as the dense training had."""
    round_ = MlpRound(start, masks, learned, networks, batch=params["batch"], l1=params["l1"])
    for step, chosen in zip(range(params["steps"]), drawn, strict=False):
        round_.update(torch.from_numpy(chosen), rate_at(step, params["steps"], params["rate"]))
    return round_.weights()


def _accuracies(weights: dict[str, Tensor], fixed: Around) -> Float64[np.ndarray, " network"]:
    return accuracy(mlp_logits(weights, fixed), fixed.labels)
