"""Step ``train``: transformers of all runs and tasks, with an MLP or without.

With ``hidden`` 0 there is none: its accuracy tells whether a task needs one. From some first
weights a table is not learned, so each network is trained several times, and validation chooses.
First weights and batches depend on the run and the training alone: they are the same in all tasks,
with an MLP and without.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
import torch
from jaxtyping import Float32, Float64, Int64
from torch import Tensor

from compsparse.ensembles.adam import Adam
from compsparse.ensembles.linear_decay import constant_then_linear
from compsparse.ensembles.parameters import Parameters
from compsparse.studies.tickets.step_settings import spreads
from compsparse.studies.tickets.transformer.examples import Examples, Recipe, accuracy
from compsparse.studies.tickets.transformer.model import (
    MLP_WEIGHTS,
    Shape,
    add_l1_gradient,
    first_parameters,
    transformer_logits,
)
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, single


@spreads(Recipe)
def run(
    inputs: Inputs,
    recipe: Recipe,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    width: int,
    heads: int,
    hidden: int,
    rates: Sequence[float],
) -> Outputs:
    """Return all parameters [network, ...], and accuracies [run, task] on validation and test.

    ``first_NAME`` are the first weights of the MLP; ``rate`` [run, task] is the learning rate of
    the training that validation chose.

    Inputs: examples.

    Args:
        width: of the residual stream.
        hidden: units of the MLP; 0 for none.
        rates: learning rate of each training.

    Raises:
        ValueError: a batch of more sequences than there are.
        FloatingPointError: a training diverged.
    """
    examples = Examples(single(inputs, "examples"))
    shape = Shape(width, heads, hidden, examples.outputs)
    chosen = _trained(examples, shape, recipe, root_seed, seed_names, 0, rates[0])
    for training, rate in enumerate(rates[1:], 1):
        other = _trained(examples, shape, recipe, root_seed, seed_names, training, rate)
        better = other["validation"] > chosen["validation"]
        for name, values in chosen.items():
            values[better] = other[name][better]
    by_task = {
        name: chosen[name].reshape(examples.runs, -1) for name in ("validation", "test", "rate")
    }
    return {"model": {**chosen, **by_task}}


def cross_entropy(
    logits: Float32[Tensor, "network row output"], labels: Float32[Tensor, "network row output"]
) -> Float32[Tensor, ""]:
    """Return the cross-entropy, a mean over rows and a sum over outputs and networks.

    A sum, so that the weight of an output against the L1 penalty does not depend on their number.
    """
    losses = torch.nn.functional.binary_cross_entropy_with_logits(logits, labels, reduction="sum")
    return losses / labels.shape[1]


def _trained(
    examples: Examples,
    shape: Shape,
    recipe: Recipe,
    root_seed: int,
    seed_names: Sequence[str],
    training: int,
    rate: float,
) -> dict[str, np.ndarray]:
    """Return what is stored of all networks, each with a first axis of networks."""

    def randoms(role: str, runs: Iterable[int]) -> list[np.random.Generator]:
        return [generator(root_seed, *seed_names, role, training, run) for run in runs]

    parameters = first_parameters(shape, randoms("weights", examples.network_runs.tolist()))
    first = parameters.arrays()
    batches = examples.batches(randoms("batches", range(examples.runs)), recipe.batch)
    _train(examples, shape, parameters, batches, recipe, rate)
    return {
        **parameters.arrays(),
        **{f"first_{name}": first[name] for name in MLP_WEIGHTS if shape.hidden},
        **{part: _accuracies(examples, shape, parameters, part) for part in ("validation", "test")},
        "rate": np.full(len(examples.network_runs), rate),
    }


def _train(
    examples: Examples,
    shape: Shape,
    parameters: Parameters,
    batches: Iterator[Int64[np.ndarray, "run batch"]],
    recipe: Recipe,
    rate: float,
) -> None:
    tokens = torch.stack([examples.tokens("learned", run) for run in range(examples.runs)])
    networks = range(len(examples.network_runs))
    labels = torch.stack([examples.labels("learned", network) for network in networks])
    labels = labels.view(len(networks), tokens.shape[1], -1, shape.outputs)
    gradient = parameters.zeros_like()
    leaves: dict[str, Any] = {}
    for name, view in parameters.views.items():
        leaves[name] = view.detach().requires_grad_()
        leaves[name].grad = gradient.views[name]
    optimizer = Adam(parameters.flat, gradient.flat)
    schedule = constant_then_linear(rate, recipe.steps)
    runs, rows = torch.from_numpy(examples.network_runs), torch.arange(len(networks))[:, None]
    for step, drawn in zip(range(recipe.steps), batches, strict=False):
        chosen = torch.from_numpy(drawn)[runs]
        wanted = labels[rows, chosen].flatten(1, 2)
        gradient.flat.zero_()
        loss = cross_entropy(
            transformer_logits(shape, leaves, tokens[runs[:, None], chosen]), wanted
        )
        loss.backward()  # type: ignore[no-untyped-call]
        with torch.no_grad():
            if shape.hidden:
                add_l1_gradient(parameters.views, gradient.views, recipe.l1)
            optimizer.step(schedule(step))
    if not bool(torch.isfinite(parameters.flat).all()):
        raise FloatingPointError(f"A training diverged at rate {rate}; lower it in params.yaml.")


@torch.no_grad()
def _accuracies(
    examples: Examples, shape: Shape, parameters: Parameters, part: str
) -> Float64[np.ndarray, " network"]:
    found = []
    for network, run in enumerate(examples.network_runs):
        views = {name: view[network, None] for name, view in parameters.views.items()}
        logits = transformer_logits(shape, views, examples.tokens(part, int(run))[None])
        found.append(accuracy(logits[0], examples.labels(part, network)))
    return np.array(found)
