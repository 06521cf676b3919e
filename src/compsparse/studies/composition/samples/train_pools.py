"""Step ``train``: the attention-only model on fixed pools of labelled sequences, run by run.

Adam on the negative log-likelihood of the right answer, in passes over the pool, whole or in
batches. The mixture splits a pool evenly over all hops; hard data alone label the longest one. Each
pool, rate and initial scale is a training of its own, which ends when validation finds no wrong
answer in any run: no later look could be chosen.
"""

from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from typing import Literal

import numpy as np

from compsparse.studies.composition.attention.gradient import gradient
from compsparse.studies.composition.attention.model import Read
from compsparse.studies.composition.attention.training import (
    Models,
    Slopes,
    accuracy_of_longest,
    first_layers,
    log_spaced,
    updates,
)
from compsparse.studies.composition.samples.pool import Questions, draw_pool, pool_slice
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
    tests = []
    for name in _TESTS:
        read, answers = task.sequences(seeds.generators(name), judged)
        # the longest hop alone is looked at
        tests.append([(Read(one), answers[-1][run]) for run, one in enumerate(read)])
    drawn = draw_pool(
        task, seeds.generators("pool"), seeds.generators("token"), max(pools), labelled
    )
    first = {scale: first_layers(task, seeds, hops, scale) for scale in initial_scales}
    choices = [(rate, scale) for scale in initial_scales for rate in rates]
    counts = log_spaced(steps, looks)
    found = np.empty((len(_TESTS), len(pools), len(choices), len(hidden), len(counts)))
    for a, size in enumerate(pools):
        batches = [
            [_slopes(task, hops, batch) for batch in _batches(pool, size, batch)] for pool in drawn
        ]
        for b, (rate, scale) in enumerate(choices):
            models = Models(first[scale], [rate])

            def draw(step: int, batches: list[list[Slopes]] = batches) -> list[Slopes]:
                return [run[step % len(run)] for run in batches]

            for c in updates(models, draw, counts):
                for test, questions in enumerate(tests):
                    scores = accuracy_of_longest(task, models, questions)[0]
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


def _batches(pool: list[Questions], size: int, most: int) -> list[list[Questions]]:
    """Return the first ``size`` sequences of a pool in equal batches of at most ``most``."""
    edges = np.linspace(0, size, -(-size // most) + 1).round().astype(np.int64).tolist()
    return [pool_slice(pool, start, end) for start, end in pairwise(edges)]


def _slopes(task: Task, layers: int, batch: list[Questions]) -> Slopes:
    """Return the gradient of the mean loss over a batch."""
    share = 1 / sum(len(questions.token) for questions in batch)
    parts = [
        questions.part(task.readout_layer(questions.hop, layers), share) for questions in batch
    ]
    return partial(gradient, parts=parts)
