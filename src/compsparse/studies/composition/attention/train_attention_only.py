"""Step ``train``: the attention-only model on one kind of data, at several rates, all runs at once.

Adam on the negative log-likelihood of the right answer, the mean over all positions of fresh
sequences. Each sequence is labelled for one hop; stages are equally long and split their sequences
evenly over their hops. With fewer than log2(k) + 1 layers, all longer hops are read after the last.
"""

from collections.abc import Sequence
from functools import partial

import numpy as np
from jaxtyping import Float64, Int64

from compsparse.studies.composition.attention.model import (
    Read,
    Weights,
    attend,
    softmax,
    theory_keys,
)
from compsparse.studies.composition.attention.training import (
    Models,
    Slopes,
    accuracy_of_hops,
    first_layers,
    log_spaced,
    measured,
    slopes_of_hops,
    updates,
)
from compsparse.studies.composition.task.hidden import Seeds, read_hidden
from compsparse.studies.composition.task.hops import layers_needed
from compsparse.studies.composition.task.labels import Data, Stage, stages_of
from compsparse.studies.composition.worlds import Task, World
from workflow_engine.steps import Inputs, Outputs

_TESTS = ("validation", "accuracy")


def run(
    inputs: Inputs,
    *,
    data: Data,
    layers: int,
    rates: Sequence[float],
    steps: int,
    sequences: int,
    initial_scale: float,
    looks: int,
    judged: int,
    root_seed: int,
    seed_names: Sequence[str],
    frozen: Sequence[int] = (),
    frozen_scale: float | None = None,
    world: World = "none",
) -> Outputs:
    """Return the accuracy of each rate and run, at logarithmically spaced looks.

    ``accuracy`` and ``validation`` [rate, run, look, hop] are measured on two sets of sequences;
    ``step`` [look] counts updates. ``aligned`` [rate, run, look, layer] is the fraction of a
    layer's query contents whose largest weight is on theory's key. At the end, ``attention``
    [rate, run] is the fraction of tokens whose largest attention in later layers is on theory's
    key, on sequences, 1 without later layers; ``first_layer`` [rate, run, token, token] the
    attention of layer 1. ``even_gradient`` [run] is the largest entry of the gradient of a first
    update at exactly even attention. ``hidden`` is the task's.

    Args:
        sequences: batch size.
        initial_scale: standard deviation of the initial weights.
        judged: sequences of each of the two sets.
        frozen: layers, from 0, that keep their initial weights.
        frozen_scale: standard deviation of their weights, ``initial_scale`` unless given.
    """
    hidden = read_hidden(inputs)
    seeds = Seeds(root_seed, seed_names, len(hidden))
    task = Task(hidden, seeds, world)
    scales = np.full((layers, 1, 1, 1), initial_scale)
    scales[list(frozen)] = initial_scale if frozen_scale is None else frozen_scale
    models = Models(first_layers(task, seeds, layers, scales), rates)
    keys = theory_keys(task.hidden, layers)
    stages = stages_of(data, layers, layers_needed(hidden.shape[1]))
    randoms = seeds.generators("sequences")

    def drawn(
        sources: list[np.random.Generator], number: int
    ) -> list[tuple[Read, list[np.ndarray]]]:
        read, answers = task.sequences(sources, number)
        return [(Read(one), [hop[run] for hop in answers]) for run, one in enumerate(read)]

    def stage(step: int) -> Stage:
        return stages[step * len(stages) // steps]

    def draw(step: int) -> list[Slopes]:
        return [
            slopes_of_hops(task, layers, *given, stage(step).hops)
            for given in drawn(randoms, sequences)
        ]

    def trained(step: int) -> list[int]:
        return [layer for layer in stage(step).layers if layer not in frozen]

    tests = {name: drawn(seeds.generators(name), judged) for name in _TESTS}
    even = [np.zeros_like(layer[0, 0]) for layer in models.layers]
    slopes = [
        slopes_of_hops(task, layers, *given, stage(0).hops)(even)
        for given in drawn(seeds.generators("even"), sequences)
    ]
    counts = log_spaced(steps, looks)
    scores = measured(
        updates(models, draw, counts, trained),
        {
            **{name: partial(accuracy_of_hops, task, models, test) for name, test in tests.items()},
            "aligned": lambda: _aligned(models, keys),
        },
    )
    found = [
        [
            _found(weights, read, [key[run] for key in keys])
            for run, (weights, (read, _)) in enumerate(zip(runs, tests["accuracy"], strict=True))
        ]
        for runs in models.all()
    ]
    return {
        "model": {
            "step": np.array(counts),
            "rate": np.array(rates),
            **scores,
            "attention": np.array(found),
            "first_layer": softmax(models.layers[0].copy()),
            "even_gradient": np.array(
                [max(float(np.abs(layer).max()) for layer in run) for run in slopes]
            ),
            "hidden": task.hidden,
        }
    }


def _aligned(
    models: Models, keys: list[Int64[np.ndarray, "run token"]]
) -> Float64[np.ndarray, "rate run layer"]:
    """Return the fraction of a layer's query contents whose largest weight is on theory's key."""
    shares = [
        (layer.argmax(axis=-1) == key).mean(axis=-1)
        for layer, key in zip(models.layers, keys, strict=True)
    ]
    return np.stack(shares, axis=-1)


def _found(weights: Weights, read: Read, keys: Sequence[Int64[np.ndarray, " token"]]) -> float:
    """Return the fraction of tokens that attend most to theory's key in later layers."""
    attention = attend(weights, read)
    shares = [
        # the pair that dominates the query decides which key theory wants
        (
            attention[layer][0].argmax(axis=-1) == keys[layer][attention[layer - 1][1].argmax(-1)]
        ).mean()
        for layer in range(1, len(weights))
    ]
    return float(np.mean(shares or [1.0]))
