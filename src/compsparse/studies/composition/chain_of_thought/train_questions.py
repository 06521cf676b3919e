"""Step ``train``: sequences that ask one question each, k hops from (1, x), all runs at once.

``taught`` names the model and its labels:

- ``chain``: one layer in k steps; every step's symbol is a label, the earlier ones are given.
- ``unlabelled_chain``: one layer in k steps; the answer is the only label.

Adam on the negative log-likelihood of the right symbol, the mean over labels. Accuracy is always
that of unaided answers: each symbol generated from the one before.
"""

from collections.abc import Sequence
from functools import partial
from typing import Literal

import numpy as np
from jaxtyping import Float32, Float64

from compsparse.studies.composition.attention.model import theory_keys
from compsparse.studies.composition.attention.training import (
    Models,
    Slopes,
    log_spaced,
    measured,
    normal_layers,
    updates,
)
from compsparse.studies.composition.chain_of_thought.stepping_model import Chains
from compsparse.studies.composition.task.hidden import Seeds, read_hidden
from compsparse.studies.composition.worlds import Task, World
from workflow_engine.steps import Inputs, Outputs

Taught = Literal["chain", "unlabelled_chain"]
_TESTS = ("validation", "accuracy")


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
    models = Models(_first_stepping_layer(task, seeds, initial_scale), rates)
    randoms = seeds.generators("questions")

    def draw(step: int) -> list[Slopes]:
        return [_slopes(taught, asked) for asked in _questions(task, randoms, sequences)]

    tests = {name: _all_questions(task, seeds.generators(name), judged) for name in _TESTS}
    counts = log_spaced(steps, looks)
    measures = {name: partial(_accuracy, taught, models, test) for name, test in tests.items()}
    seen = sequences * np.array(counts)
    return {
        "model": {
            "step": np.array(counts),
            "sequences": seen,
            "labels": seen * (hidden.shape[1] if taught == "chain" else 1),
            "rate": np.array(rates, dtype=np.float64),
            "symbols": np.array(hidden.shape[2]),
            **measured(updates(models, draw, counts), measures),
        }
    }


def _questions(task: Task, randoms: list[np.random.Generator], number: int) -> list[Chains]:
    """Return sequences of each run, each with a question and the symbols to its answer."""
    read, answers = task.sequences(randoms, number)
    start = np.stack([random.integers(read.shape[-1], size=number) for random in randoms])
    return list(map(Chains, read, start, task.chains(answers, start)))


def _all_questions(task: Task, randoms: list[np.random.Generator], number: int) -> list[Chains]:
    """Return every (1, x) of each sequence: the same guess for all is right once in N."""
    read, answers = task.sequences(randoms, number)
    runs, _, _, symbols = read.shape
    start = np.tile(np.arange(symbols), (runs, number))
    answers = [hop.repeat(symbols, axis=1) for hop in answers]
    return list(map(Chains, read.repeat(symbols, axis=1), start, task.chains(answers, start)))


def _first_stepping_layer(
    task: Task, seeds: Seeds, scale: float
) -> list[Float32[np.ndarray, "run token token"]]:
    drawn = (scale * normal_layers(seeds, 1, task.tokens)).astype(np.float32)
    keys = theory_keys(task.hidden, 1)
    # the rows of an index are to a step what a layer is to a model of several layers
    folds = task.hidden.shape[1]
    rows, wanted = (np.split(whole, folds, axis=1) for whole in (drawn[0], keys[0]))
    return [np.concatenate(task.first_layers(rows, wanted), axis=1)]


def _slopes(taught: Taught, asked: Chains) -> Slopes:
    """Return the gradient of a run's mean loss."""
    step = asked.step_gradient if taught == "chain" else asked.answer_gradient
    return lambda weights: [step(weights[0])]


def _accuracy(
    taught: Taught, models: Models, tests: list[Chains]
) -> Float64[np.ndarray, "rate run"]:
    given = Chains.generated if taught == "chain" else Chains.answered
    return np.array(
        [
            [
                float((given(asked, weights[0]) == asked.chain[:, -1]).mean())
                for weights, asked in zip(runs, tests, strict=True)
            ]
            for runs in models.all()
        ]
    )
