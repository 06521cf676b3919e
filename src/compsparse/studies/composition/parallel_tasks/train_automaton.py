"""Step ``train``: the attention-only model on windows of an automaton, all rates and runs at once.

Adam on the negative log-likelihood of the right state, the mean over all indices and initial states
of fresh words. The mixture splits the words of a batch evenly over windows of 1, 2, 4, ..., T
symbols; hard data alone are whole words, from every index.
"""

from collections.abc import Sequence
from functools import partial
from typing import Literal

import numpy as np
import torch
from torch import Tensor

from compsparse.studies.composition.attention.training import (
    accuracy_of_hops,
    adam,
    alike,
    log_spaced,
    loss_of_hops,
    measured,
)
from compsparse.studies.composition.parallel_tasks.model import layer_outputs, shapes, theory_keys
from compsparse.studies.composition.parallel_tasks.words import Words
from compsparse.studies.composition.task.hidden import Seeds
from compsparse.studies.composition.task.labels import stages_of
from compsparse.studies.composition.worlds import World
from workflow_engine.steps import Inputs, Outputs


def run(
    inputs: Inputs,
    *,
    transitions: Sequence[Sequence[int]],
    length: int,
    data: Literal["mixture", "hard_only"],
    runs: int,
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

    ``accuracy`` and ``validation`` [rate, run, look, hop] are measured on two sets of words;
    ``step`` [look] counts updates; ``transitions`` [symbol, state] is the automaton.

    Args:
        transitions: the next state, a row for each symbol, a column for each state.
        length: of the words, a power of two.
        sequences: words of a batch.
        initial_scale: standard deviation of the initial weights.
        judged: words of each of the two sets.
    """
    seeds = Seeds(root_seed, seed_names, runs)
    task = Words(transitions, length, seeds, world)
    weights = alike(_first_layers(task, seeds, initial_scale), rates)
    (stage,) = stages_of(data, task.hops, task.hops)
    randoms = seeds.generators("sequences")

    def loss(step: int) -> Tensor:
        words, answers = task.sequences(randoms, sequences)
        return loss_of_hops(layer_outputs, task, weights, words, answers, stage.hops)

    measures = {
        name: partial(
            accuracy_of_hops,
            layer_outputs,
            task,
            weights,
            *task.sequences(seeds.generators(name), judged),
        )
        for name in ("validation", "accuracy")
    }
    counts = log_spaced(steps, looks)
    return {
        "model": {
            "step": np.array(counts),
            "rate": np.array(rates),
            **measured(adam(weights, rates), loss, counts, measures),
            "transitions": task.table,
        }
    }


def _first_layers(task: Words, seeds: Seeds, scale: float) -> list[Tensor]:
    symbols, states = task.table.shape
    parts = shapes(task.length, symbols, states, task.hops)
    drawn = [
        [random.standard_normal(part) for part in parts] for random in seeds.generators("weights")
    ]
    start = [
        torch.from_numpy((scale * np.stack(layer)).astype(np.float32))
        for layer in zip(*drawn, strict=True)
    ]
    return task.first_layers(start, theory_keys(task.table, task.length, task.hops))
