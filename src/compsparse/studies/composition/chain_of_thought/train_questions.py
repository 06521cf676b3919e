"""Step ``train``: sequences that ask one question each, k hops from (1, x), all runs at once.

``taught`` names the model and its labels:

- ``chain``: one layer in k steps; every step's symbol is a label, the earlier ones are given.
- ``unlabelled_chain``: one layer in k steps; the answer is the only label.
- ``answer``: log2(k) + 1 layers in one step; the answer is the only label.

Adam on the negative log-likelihood of the right symbol, the mean over labels. Accuracy is always
that of unaided answers: each symbol generated from the one before, or in one step.
"""

from collections.abc import Sequence
from functools import partial
from typing import Literal

import numpy as np
import torch
from jaxtyping import Float32, Float64, Int64
from torch import Tensor

from compsparse.studies.composition.attention.model import layer_outputs, theory_keys
from compsparse.studies.composition.attention.training import (
    adam,
    alike,
    first_layers,
    log_loss,
    log_spaced,
    measured,
    normal_layers,
)
from compsparse.studies.composition.chain_of_thought.stepping_model import (
    generate,
    teacher_forced,
    unroll,
)
from compsparse.studies.composition.task.hidden import Seeds, read_hidden
from compsparse.studies.composition.task.hops import layers_needed
from compsparse.studies.composition.worlds import Task, World
from workflow_engine.steps import Inputs, Outputs

Taught = Literal["chain", "unlabelled_chain", "answer"]
# of runs, or of models: those of all rates
Questions = tuple[
    Int64[Tensor, "_ batch fold n"],
    Int64[Tensor, "_ batch"],
    Int64[Tensor, "_ batch fold"],
]


def run(
    inputs: Inputs,
    *,
    taught: Taught,
    rates: Sequence[float],
    steps: int,
    sequences: int,
    initial_scale: float,
    looks: int,
    judged: int,
    root_seed: int,
    seed_names: Sequence[str],
    world: World = "none",
) -> Outputs:
    """Return the accuracy of each rate and run, at logarithmically spaced looks.

    ``accuracy`` and ``validation`` [rate, run, look] are measured on two sets of questions;
    ``step``, ``sequences`` and ``labels`` [look] count what was used before a look.

    Args:
        sequences: batch size.
        initial_scale: standard deviation of the initial weights.
        judged: sequences of each of the two sets, of which every (1, x) is asked.
    """
    hidden = read_hidden(inputs)
    seeds = Seeds(root_seed, seed_names, len(hidden))
    task = Task(hidden, seeds, world)
    start = (
        first_layers(task, seeds, layers_needed(hidden.shape[1]), initial_scale)
        if taught == "answer"
        else _first_stepping_layer(task, seeds, initial_scale)
    )
    weights = alike(start, rates)
    randoms = seeds.generators("questions")

    def loss(step: int) -> Tensor:
        questions = _repeated(_questions(task, randoms, sequences), len(rates))
        weight = _weight_on_labels(task, taught, _side_by_side(weights), questions)
        # a sum over models, so that each is trained as if it were alone
        return log_loss(weight).mean(dim=(1, 2)).sum()

    measures = {
        name: partial(
            _accuracy, task, taught, weights, _all_questions(task, seeds.generators(name), judged)
        )
        for name in ("validation", "accuracy")
    }
    counts = log_spaced(steps, looks)
    seen = sequences * np.array(counts)
    return {
        "model": {
            "step": np.array(counts),
            "sequences": seen,
            "labels": seen * (hidden.shape[1] if taught == "chain" else 1),
            "rate": np.array(rates, dtype=np.float64),
            "symbols": np.array(hidden.shape[2]),
            **measured(adam(weights, rates), loss, counts, measures),
        }
    }


def _questions(task: Task, randoms: list[np.random.Generator], number: int) -> Questions:
    """Return what is read, the x of each sequence's question, and the symbols to its answer."""
    read, answers = task.sequences(randoms, number)
    start = np.stack([random.integers(read.shape[-1], size=number) for random in randoms])
    return read, torch.from_numpy(start), task.chains(answers, start)


def _all_questions(task: Task, randoms: list[np.random.Generator], number: int) -> Questions:
    """Return every (1, x) of each sequence: the same guess for all is right once in N."""
    read, answers = task.sequences(randoms, number)
    runs, _, _, symbols = read.shape
    start = np.tile(np.arange(symbols), (runs, number))
    answers = [hop.repeat_interleave(symbols, dim=1) for hop in answers]
    asked = read.repeat_interleave(symbols, dim=1)
    return asked, torch.from_numpy(start), task.chains(answers, start)


def _first_stepping_layer(
    task: Task, seeds: Seeds, scale: float
) -> list[Float32[Tensor, "run token token"]]:
    drawn = torch.from_numpy((scale * normal_layers(seeds, 1, task.tokens)).astype(np.float32))
    keys = theory_keys(torch.from_numpy(task.hidden), 1)
    # the rows of an index are to a step what a layer is to a model of several layers
    folds = task.hidden.shape[1]
    rows, wanted = (whole.tensor_split(folds, dim=1) for whole in (drawn[0], keys[0]))
    return [torch.cat(task.first_layers(list(rows), list(wanted)), dim=1)]


def _side_by_side(weights: list[list[Tensor]]) -> list[Float32[Tensor, "model token token"]]:
    """Return the layers of all rates and runs."""
    return [torch.cat(layers) for layers in zip(*weights, strict=True)]


def _repeated(questions: Questions, rates: int) -> Questions:
    """Return the same questions for each rate."""
    read, start, chain = (part.repeat(rates, *[1] * (part.dim() - 1)) for part in questions)
    return read, start, chain


def _answered(
    task: Task,
    layers: list[Float32[Tensor, "model token token"]],
    read: Int64[Tensor, "model batch fold n"],
    start: Int64[Tensor, "model batch"],
) -> Float32[Tensor, "model batch n"]:
    """Return the weights on the answer that several layers give in one step.

    The last layer is evaluated at the question's token alone.
    """
    folds, symbols = read.shape[2:]
    hop = layers_needed(folds) - 1
    asked = start[..., None, None].expand(-1, -1, 1, folds * symbols)
    before = layer_outputs(layers[:-1], read)
    outs = [out.gather(2, asked) for out in before]
    outs.append((outs[-1] @ layers[-1][:, None]).softmax(dim=-1) @ before[-1])
    # k hops from the first index end at the last one
    return outs[task.readout_layer(hop, len(layers))][:, :, 0, -symbols:]


def _weight_on_labels(
    task: Task,
    taught: Taught,
    layers: list[Float32[Tensor, "model token token"]],
    questions: Questions,
) -> Float32[Tensor, "model batch label"]:
    read, start, chain = questions
    if taught == "chain":
        return teacher_forced(layers[0], read, start, chain)
    if taught == "unlabelled_chain":
        weights = unroll(layers[0], read, start)
    else:
        weights = _answered(task, layers, read, start)
    return weights.gather(-1, chain[..., -1:])


@torch.no_grad()
def _accuracy(
    task: Task, taught: Taught, weights: list[list[Tensor]], questions: Questions
) -> Float64[np.ndarray, "rate run"]:
    layers = _side_by_side(weights)
    read, start, chain = _repeated(questions, len(weights))
    if taught == "chain":
        given = generate(layers[0], read, start)[..., -1]
    elif taught == "unlabelled_chain":
        given = unroll(layers[0], read, start).argmax(dim=-1)
    else:
        given = _answered(task, layers, read, start).argmax(dim=-1)
    right = (given == chain[..., -1]).to(torch.float64)
    return np.asarray(right.mean(dim=1).reshape(len(weights), -1))
