"""Step ``train``: transformers of all runs and tasks, with an MLP or without.

With ``hidden`` 0 there is none: what a task reaches then says whether it needs one. A table is now
and then not learned from some first weights, so that each network is trained several times, among
which validation chooses. First weights and batches are those of the run and the training, equal in
all tasks, with an MLP and without.
"""

from typing import Any

import numpy as np
import torch
from jaxtyping import Float32, Float64
from torch import Tensor

from compsparse.ensembles.adam import Adam
from compsparse.ensembles.parameters import Parameters
from compsparse.studies.tickets.learning_rate import rate_at
from compsparse.studies.tickets.transformer.examples import Examples, accuracy
from compsparse.studies.tickets.transformer.model import (
    MLP_WEIGHTS,
    Shape,
    charge,
    first_parameters,
    logits_of,
)
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params, single


def run(inputs: Inputs, params: Params) -> Outputs:
    """Return all parameters [network, ...], and accuracies [run, task] on validation and test.

    ``first_NAME`` are the first weights of the MLP; ``rate`` [run, task] is that of the training
    that validation chose.

    Params: width, heads, hidden; rates, one for each training; steps, batch; l1, the slope of what
    is charged for an MLP weight's size.

    Raises:
        ValueError: a batch of more sequences than there are.
        FloatingPointError: a training diverged.
    """
    examples = Examples(single(inputs, "examples"))
    shape = Shape(params["width"], params["heads"], params["hidden"], examples.outputs)
    chosen = _trained(examples, shape, params, 0)
    for training in range(1, len(params["rates"])):
        other = _trained(examples, shape, params, training)
        better = other["validation"] > chosen["validation"]
        for name, values in chosen.items():
            values[better] = other[name][better]
    by_task = {of: chosen[of].reshape(examples.runs, -1) for of in ("validation", "test", "rate")}
    return {"model": {**chosen, **by_task}}


def loss_of(
    logits: Float32[Tensor, "network row output"], labels: Float32[Tensor, "network row output"]
) -> Float32[Tensor, ""]:
    """Return the cross-entropy, a mean over rows and a sum over outputs and networks.

    A sum, so that each output weighs as much against the charge on weights wherever it stands.
    """
    losses = torch.nn.functional.binary_cross_entropy_with_logits(logits, labels, reduction="sum")
    return losses / labels.shape[1]


def _trained(
    examples: Examples, shape: Shape, params: Params, training: int
) -> dict[str, np.ndarray]:
    """Return what is stored of all networks, each with a first axis of networks."""
    names, rate = (params["root_seed"], *params["seed_names"]), params["rates"][training]
    parameters = first_parameters(
        shape, [generator(*names, "weights", training, int(run)) for run in examples.run_of]
    )
    first = parameters.arrays()
    batches = [generator(*names, "batches", training, run) for run in range(examples.runs)]
    _train(examples, shape, parameters, batches, rate, params)
    return {
        **parameters.arrays(),
        **{f"first_{of}": first[of] for of in MLP_WEIGHTS if shape.hidden},
        **{of: _accuracies(examples, shape, parameters, of) for of in ("validation", "test")},
        "rate": np.full(len(examples.run_of), rate),
    }


def _train(
    examples: Examples,
    shape: Shape,
    parameters: Parameters,
    randoms: list[np.random.Generator],
    rate: float,
    params: Params,
) -> None:
    tokens = torch.stack([examples.tokens("learned", run) for run in range(examples.runs)])
    networks = range(len(examples.run_of))
    labels = torch.stack([examples.labels("learned", of) for of in networks])
    labels = labels.view(len(networks), tokens.shape[1], -1, shape.outputs)
    gradient = parameters.zeros_like()
    leaves: dict[str, Any] = {}
    for name, view in parameters.views.items():
        leaves[name] = view.detach().requires_grad_()
        leaves[name].grad = gradient.views[name]
    optimizer = Adam(parameters.flat, gradient.flat)
    run_of, rows = torch.from_numpy(examples.run_of), torch.arange(len(networks))[:, None]
    batches = examples.batches(randoms, params["batch"])
    for step, drawn in zip(range(params["steps"]), batches, strict=False):
        chosen = torch.from_numpy(drawn)[run_of]
        wanted = labels[rows, chosen].flatten(1, 2)
        gradient.flat.zero_()
        loss = loss_of(logits_of(shape, leaves, tokens[run_of[:, None], chosen]), wanted)
        loss.backward()  # type: ignore[no-untyped-call]
        with torch.no_grad():
            if shape.hidden:
                charge(parameters.views, gradient.views, params["l1"])
            optimizer.step(rate_at(step, params["steps"], rate))
    if not bool(torch.isfinite(parameters.flat).all()):
        raise FloatingPointError(f"A training diverged at rate {rate}; lower it in params.yaml.")


@torch.no_grad()
def _accuracies(
    examples: Examples, shape: Shape, parameters: Parameters, of: str
) -> Float64[np.ndarray, " network"]:
    found = []
    for network, run in enumerate(examples.run_of):
        views = {name: view[network, None] for name, view in parameters.views.items()}
        logits = logits_of(shape, views, examples.tokens(of, int(run))[None])
        found.append(accuracy(logits[0], examples.labels(of, network)))
    return np.array(found)
