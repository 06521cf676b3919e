"""Step ``train``: the attention-only model on windows of an automaton, all rates and runs at once.

Adam on the negative log-likelihood of the right state, the mean over all indices and initial states
of fresh words. The mixture splits the words of a batch evenly over windows of 1, 2, 4, ..., T
symbols; hard data alone are whole words, from every index.
"""

from collections.abc import Sequence
from functools import partial
from typing import Literal

import numpy as np
from jaxtyping import Float32

from compsparse.studies.composition.attention.training import (
    Models,
    Slopes,
    accuracy_of_hops,
    log_spaced,
    measured,
    slopes_of_hops,
    updates,
)
from compsparse.studies.composition.parallel_tasks.model import ReadWords, shapes, theory_keys
from compsparse.studies.composition.parallel_tasks.words import Words
from compsparse.studies.composition.task.hidden import Seeds
from compsparse.studies.composition.task.labels import stages_of
from compsparse.studies.composition.worlds import World
from workflow_engine.steps import Inputs, Outputs

_TESTS = ("validation", "accuracy")


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
    models = Models(_first_layers(task, seeds, initial_scale), rates)
    (stage,) = stages_of(data, task.hops, task.hops)
    randoms = seeds.generators("sequences")

    def drawn(
        sources: list[np.random.Generator], number: int
    ) -> list[tuple[ReadWords, list[np.ndarray]]]:
        words, answers = task.sequences(sources, number)
        return [
            (ReadWords(read, *task.table.shape), [hop[run] for hop in answers])
            for run, read in enumerate(words)
        ]

    def draw(step: int) -> list[Slopes]:
        return [
            slopes_of_hops(task, task.hops, *words, stage.hops)
            for words in drawn(randoms, sequences)
        ]

    tests = {name: drawn(seeds.generators(name), judged) for name in _TESTS}
    counts = log_spaced(steps, looks)
    measures = {name: partial(accuracy_of_hops, task, models, test) for name, test in tests.items()}
    return {
        "model": {
            "step": np.array(counts),
            "rate": np.array(rates),
            **measured(updates(models, draw, counts), measures),
            "transitions": task.table,
        }
    }


def _first_layers(
    task: Words, seeds: Seeds, scale: float
) -> list[Float32[np.ndarray, "run row token"]]:
    symbols, states = task.table.shape
    parts = shapes(task.length, symbols, states, task.hops)
    drawn = [
        [random.standard_normal(part) for part in parts] for random in seeds.generators("weights")
    ]
    start = [(scale * np.stack(layer)).astype(np.float32) for layer in zip(*drawn, strict=True)]
    return task.first_layers(start, theory_keys(task.table, task.length, task.hops))
