"""Step ``train``: the attention-only model on fixed pools of labelled sequences, run by run.

Adam on the negative log-likelihood of the right answer, in passes over the pool, whole or in
batches. The mixture splits a pool evenly over all hops; hard data alone label the longest one. Each
pool, rate and initial scale is a training of its own, which ends when validation finds no wrong
answer in any run: no later look could be chosen.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

import numpy as np
import torch
from jaxtyping import Float64, Int64
from torch import Tensor

from compsparse.studies.composition.attention.model import layer_outputs, readout
from compsparse.studies.composition.attention.training import (
    adam,
    alike,
    first_layers,
    log_loss,
    log_spaced,
    updates,
)
from compsparse.studies.composition.samples.pool import (
    Part,
    draw_pool,
    pool_slice,
    weight_on_answers,
)
from compsparse.studies.composition.task.hidden import Seeds, read_hidden
from compsparse.studies.composition.task.hops import layers_needed
from compsparse.studies.composition.task.labels import stages_of
from compsparse.studies.composition.worlds import Task, World
from workflow_engine.steps import Inputs, Outputs

_TESTS = ("validation", "accuracy")


def run(
    inputs: Inputs,
    *,
    data: Literal["mixture", "hard_only"],
    pools: Sequence[int],
    rates: Sequence[float],
    initial_scales: Sequence[float],
    steps: int,
    batch: int,
    looks: int,
    judged: int,
    root_seed: int,
    seed_names: Sequence[str],
    world: World = "none",
) -> Outputs:
    """Return the accuracy of the longest hop, on fresh sequences, by pool, rate, run and look.

    ``accuracy`` and ``validation`` [pool, choice, run, look] are measured on two sets of
    sequences; a choice is a rate and an initial scale, ``rate`` and ``scale`` [choice]. ``pool``
    are the sizes, ``step`` [look] counts updates, ``hidden`` is the task's.

    Args:
        pools: their sizes.
        initial_scales: standard deviations of the initial weights.
        steps: updates at most.
        batch: sequences of an update at most.
        judged: sequences of each of the two sets.
    """
    hidden = read_hidden(inputs)
    seeds = Seeds(root_seed, seed_names, len(hidden))
    task = Task(hidden, seeds, world)
    hops = layers_needed(hidden.shape[1])
    labelled = stages_of(data, hops, hops)[0].hops
    tests = [task.sequences(seeds.generators(name), judged) for name in _TESTS]
    largest = draw_pool(
        task, seeds.generators("pool"), seeds.generators("token"), max(pools), labelled
    )
    first = {scale: first_layers(task, seeds, hops, scale) for scale in initial_scales}
    choices = [(rate, scale) for scale in initial_scales for rate in rates]
    counts = log_spaced(steps, looks)
    found = np.empty((len(_TESTS), len(pools), len(choices), len(hidden), len(counts)))
    for a, size in enumerate(pools):
        batches = _batches(pool_slice(largest, 0, size), size, batch)
        for b, (rate, scale) in enumerate(choices):
            (weights,) = alike(first[scale], [rate])

            def loss(
                step: int, weights: list[Tensor] = weights, batches: list[list[Part]] = batches
            ) -> Tensor:
                return _loss(task, weights, batches[step % len(batches)])

            for c in updates(adam([weights], [rate]), loss, counts):
                for test, (read, answers) in enumerate(tests):
                    scores = _accuracy(task, weights, read, answers[-1])
                    found[test, a, b, :, c:] = scores[:, None]
                if (found[0, a, b, :, c] == 1).all():
                    break
    chosen_rates, chosen_scales = np.array(choices, dtype=np.float64).T
    return {
        "model": {
            "pool": np.array(pools),
            "step": np.array(counts),
            "rate": chosen_rates,
            "scale": chosen_scales,
            "hidden": task.hidden,
            **dict(zip(_TESTS, found, strict=True)),
        }
    }


def _batches(pool: list[Part], size: int, most: int) -> list[list[Part]]:
    """Return a pool of ``size`` sequences in equal batches of at most ``most``."""
    edges = np.linspace(0, size, -(-size // most) + 1).round().astype(np.int64).tolist()
    return [pool_slice(pool, start, end) for start, end in pairwise(edges)]


def _loss(task: Task, weights: list[Tensor], batch: list[Part]) -> Tensor:
    """Return the mean over sequences, a sum over runs: each is trained as if it were alone."""
    losses = [
        log_loss(weight_on_answers(weights, part, task.readout_layer(part.hop, len(weights)))).sum()
        for part in batch
    ]
    return torch.stack(losses).sum() / sum(part.token.shape[1] for part in batch)


@torch.no_grad()
def _accuracy(
    task: Task,
    weights: list[Tensor],
    read: Int64[Tensor, "run judged fold n"],
    answers: Int64[Tensor, "run judged fold n"],
) -> Float64[np.ndarray, " run"]:
    """Return the accuracy of the longest hop over all tokens."""
    longest = len(weights) - 1
    out = layer_outputs(weights, read)[task.readout_layer(longest, len(weights))]
    right = readout(out, longest, read.shape[2]).argmax(-1) == answers
    return right.to(torch.float64).mean(dim=(1, 2, 3)).numpy()
