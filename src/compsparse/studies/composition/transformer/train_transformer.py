"""Step ``train``: the transformer on one kind of data at one learning rate, run after run.

Adam on the cross-entropy of every labelled hop at every position of fresh sequences. The mixture
labels all hops, hard data alone the longest one, so that a step has as many labels of the longest
hop either way. Stages of a curriculum are equally long, and all weights are trained in each. The
learning rate warms up linearly and decays linearly at the end.

Of one stage, a run ends before its budget by two rules, the same for all data, which look at
validation alone: when all labelled hops are learned, or when, after ``patience`` updates, none of
them has left chance. It keeps its last scores.
"""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float32, Float64, Int64

from compsparse.studies.composition.adam import Adam
from compsparse.studies.composition.task.hidden import Seeds, read_hidden
from compsparse.studies.composition.task.hops import layers_needed
from compsparse.studies.composition.task.labels import Data, stages_of
from compsparse.studies.composition.transformer.model import Pass, Shape, first_weights
from compsparse.studies.composition.worlds import Task, World
from workflow_engine.steps import Inputs, Outputs

_BETAS = (0.9, 0.98)
_TESTS = ("validation", "accuracy")
_TOGETHER = 32  # sequences that are judged at once: what a pass makes of them fits the cache


def run(
    inputs: Inputs,
    *,
    data: Data,
    rate: float,
    steps: int,
    patience: int,
    left: float,
    done: float,
    warm_up: int,
    decay: float,
    sequences: int,
    layers: int,
    width: int,
    heads: int,
    looks: int,
    judged: int,
    root_seed: int,
    seed_names: Sequence[str],
    reading: str = "last_layer",
    world: World = "none",
) -> Outputs:
    """Return ``accuracy`` and ``validation`` [rate, run, look, hop] of one rate, evenly spaced.

    ``updates`` [rate, run] are those that were made.

    Args:
        patience: updates after which a run without a labelled hop beyond chance ends.
        left: validation accuracy above a guess at which a hop has left chance.
        done: validation accuracy of all labelled hops at which a run ends.
        warm_up: steps in which the learning rate rises.
        decay: fraction of the steps, the last ones, in which it falls.
        sequences: batch size.
        judged: sequences of each of the two sets on which accuracy is measured.
        reading: as of ``readout_layers``.
    """
    hidden = read_hidden(inputs)
    seeds = Seeds(root_seed, seed_names, len(hidden))
    tasks = Task(hidden, seeds, world)
    _, folds, symbols = hidden.shape
    hops = layers_needed(folds)
    readouts = readout_layers(reading, tasks, layers, hops)
    shape = Shape(folds, symbols, hops, layers, width, heads, readouts)
    counts = np.linspace(0, steps, looks).round().astype(np.int64)
    stages = stages_of(data, layers, hops)
    roles = {name: seeds.generators(name) for name in ("weights", "sequences", *_TESTS)}
    found = np.empty((len(_TESTS), len(hidden), looks, hops))
    updates = np.empty(len(hidden), dtype=np.int64)
    for place in range(len(hidden)):
        task = tasks.of_run(place)
        weights = first_weights(shape, roles["weights"][place])
        optimizer = Adam(weights, _BETAS)
        tests = [task.sequences([roles[name][place]], judged) for name in _TESTS]
        for step in range(steps + 1):
            stage = stages[min(step, steps - 1) * len(stages) // steps]
            labelled = slice(stage.hops[0], stage.hops[-1] + 1)  # they are contiguous
            if step in counts:
                scores = np.stack([_accuracy(shape, weights, *test) for test in tests])
                found[:, place, np.searchsorted(counts, step) :] = scores[:, None]
                updates[place] = step
                validated = scores[0, labelled]
                hopeless = step >= patience and validated.max() < 1 / symbols + left
                if len(stages) == 1 and (validated.min() >= done or hopeless):
                    break
            if step < steps:
                pace = rate * pace_of(step, steps, warm_up, decay)
                read, answers = task.sequences([roles["sequences"][place]], sequences)
                used = 1 + max(layer for layer, _ in shape.labelled(labelled))
                passed = Pass(shape, weights, read[0], used)
                optimizer.step(passed.gradient([hop[0] for hop in answers], labelled), pace)
    histories = {name: values[None] for name, values in zip(_TESTS, found, strict=True)}
    rates = np.array([rate], dtype=np.float64)
    return {
        "model": {
            "step": counts,
            "rate": rates,
            "updates": updates[None],
            "hidden": hidden,
            **histories,
        }
    }


def readout_layers(reading: str, task: Task, layers: int, hops: int) -> tuple[int, ...]:
    """Return the layer, from 0, after which each hop is read.

    Args:
        reading: ``last_layer``; ``layer_wise``, 2^l hops after layer l + 1 or where the world says;
            or ``wrong_layers``, the same with the shorter hops in reverse order: the longest one is
            still read where it can be known.
        task: its world may move the readouts.
        layers: of the model.
        hops: how many are read.

    Raises:
        ValueError: another word, or fewer than two shorter hops to swap.
    """
    if reading == "last_layer":
        return (layers - 1,) * hops
    in_order = tuple(task.readout_layer(hop, layers) for hop in range(hops))
    if reading == "layer_wise":
        return in_order
    if reading == "wrong_layers":
        if hops < 3:
            raise ValueError("Wrong layers need two hops beside the longest one: k of at least 4.")
        return (*in_order[-2::-1], in_order[-1])
    raise ValueError(
        f"The reading {reading!r} is unknown; allowed: last_layer, layer_wise, wrong_layers."
    )


def pace_of(step: int, steps: int, warm_up: int, decay: float) -> float:
    """Return the factor of the learning rate at a step: it rises, stays at 1 and falls."""
    left: float = (steps - step) / (decay * steps)
    rising: float = (step + 1) / warm_up
    return min(1.0, rising, left)


def _accuracy(
    shape: Shape,
    weights: Float32[np.ndarray, " weight"],
    read: Int64[np.ndarray, "1 batch fold n"],
    answers: list[Int64[np.ndarray, "1 batch fold n"]],
) -> Float64[np.ndarray, " hop"]:
    chosen = [
        Pass(shape, weights, read[0, start : start + _TOGETHER]).logits().argmax(axis=-1)
        for start in range(0, read.shape[1], _TOGETHER)
    ]
    right = np.concatenate(chosen) == np.stack(answers, axis=-1)[0]
    return np.asarray(right.mean(axis=(0, 1, 2)))
