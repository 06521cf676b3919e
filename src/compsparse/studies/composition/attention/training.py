"""What the trainings of attention-only models share: weights, parts, updates and accuracy."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from jaxtyping import Float32, Float64, Int64

from compsparse.studies.composition.adam import Adam
from compsparse.studies.composition.attention.gradient import Part, gradient
from compsparse.studies.composition.attention.model import (
    Outputs,
    Sequences,
    Weights,
    layer_outputs,
    readout,
    theory_keys,
)
from compsparse.studies.composition.task.hidden import Seeds
from compsparse.studies.composition.worlds import Ablation, Task

_BETAS = (0.9, 0.99)

# the gradient of an update, from the number of updates before it: of a run, from its weights
Slopes = Callable[[Weights], Weights]
Draw = Callable[[int], Sequence[Slopes]]
Answers = Sequence[Int64[np.ndarray, "batch index state"]]  # to 1, 2, 4, ... hops


def normal_layers(
    seeds: Seeds, layers: int, tokens: int
) -> Float64[np.ndarray, "layer run token token"]:
    """Draw standard normal weights, each run's from a generator of its own."""
    shape = layers, tokens, tokens
    return np.stack([random.standard_normal(shape) for random in seeds.generators("weights")], 1)


def first_layers(
    task: Task, seeds: Seeds, layers: int, scales: float | Float64[np.ndarray, "layer 1 1 1"]
) -> list[Float32[np.ndarray, "run token token"]]:
    """Return normal weights of standard deviation ``scales``, as the task's world has them."""
    drawn = (scales * normal_layers(seeds, layers, task.tokens)).astype(np.float32)
    return task.first_layers(list(drawn), theory_keys(task.hidden, layers))


class Models:
    """The same first weights at several rates, all runs side by side.

    Attributes:
        layers: their weights.
    """

    def __init__(
        self, first: Sequence[Float32[np.ndarray, "run ..."]], rates: Sequence[float]
    ) -> None:
        """Start at the first weights."""
        self.layers = [np.stack([layer] * len(rates)) for layer in first]
        self._slopes = [np.zeros_like(layer) for layer in self.layers]
        self._rates = np.array(rates, dtype=np.float32)
        self._adam = [Adam(layer, _BETAS) for layer in self.layers]

    def of(self, rate: int, run: int) -> Weights:
        """Return the weights of one model, by the number of its rate and its run."""
        return [layer[rate, run] for layer in self.layers]

    def all(self) -> list[list[Weights]]:
        """Return the weights of all models, by rate and run."""
        rates, runs = self.layers[0].shape[:2]
        return [[self.of(rate, run) for run in range(runs)] for rate in range(rates)]

    def update(self, slopes: Sequence[Slopes], trained: Sequence[int]) -> None:
        """Update the layers ``trained`` along the gradient of each run."""
        for rate, models in enumerate(self.all()):
            for run, (weights, slope) in enumerate(zip(models, slopes, strict=True)):
                for layer, found in zip(self._slopes, slope(weights), strict=True):
                    layer[rate, run] = found
        for place in trained:
            rates = self._rates.reshape(-1, *[1] * (self.layers[place].ndim - 1))
            self._adam[place].step(self._slopes[place], rates)


def log_spaced(steps: int, looks: int) -> list[int]:
    """Return about ``looks`` numbers of updates: 0, then from 1 to all of them by equal ratios."""
    spaced = np.geomspace(1, steps, looks).round().astype(np.int64).tolist()
    return sorted({0, *spaced})


def updates(
    models: Models,
    draw: Draw,
    looks: Sequence[int],
    trained: Callable[[int], Sequence[int]] | None = None,
) -> Iterator[int]:
    """Train up to the last look; pause at each look, a number of updates, and yield its index.

    Args:
        draw: the gradients of an update.
        looks: in increasing order.
        trained: the layers that an update moves; all unless given.
    """
    everything = range(len(models.layers))
    for step in range(looks[-1] + 1):
        if step in looks:
            yield looks.index(step)
        if step == looks[-1]:
            return
        models.update(draw(step), trained(step) if trained else everything)


def measured(
    pauses: Iterator[int],
    measures: Mapping[str, Callable[[], Float64[np.ndarray, "rate run *more"]]],
) -> dict[str, Float64[np.ndarray, "rate run look *more"]]:
    """Train as ``updates`` does, and return what is measured at each look."""
    scores: dict[str, list[np.ndarray]] = {name: [] for name in measures}
    for _ in pauses:
        for name, measure in measures.items():
            scores[name].append(measure())
    return {name: np.stack(values, axis=2) for name, values in scores.items()}


def slopes_of_hops(
    task: Ablation, layers: int, sequences: Sequences, answers: Answers, hops: tuple[int, ...]
) -> Slopes:
    """Return the gradient of a run's mean loss, its sequences split evenly over ``hops``."""
    parts = []
    for hop, chosen in zip(hops, np.array_split(np.arange(len(sequences)), len(hops)), strict=True):
        part = slice(int(chosen[0]), int(chosen[-1]) + 1)
        labels = answers[hop][part]
        layer = task.readout_layer(hop, layers)
        right = right_pairs(labels, hop)
        asked = np.broadcast_to(np.arange(right.shape[1]), right.shape)
        share = 1 / (len(sequences) * right.shape[1])
        parts.append(Part(layer, sequences.select(part), asked, right, share))
    return lambda weights: gradient(weights, parts)


def right_pairs(
    labels: Int64[np.ndarray, "batch index state"], hop: int
) -> Int64[np.ndarray, "batch token"]:
    """Return the pair (i + 2^hop - 1, answer) that is right at each token (i, j)."""
    batch, index, states = labels.shape
    ends = (np.arange(index)[:, None] + 2**hop - 1) % index
    return np.asarray((labels + ends * states).reshape(batch, -1))


def accuracy_of_hops(
    task: Ablation, models: Models, tests: Sequence[tuple[Sequences, Answers]]
) -> Float64[np.ndarray, "rate run hop"]:
    """Return the accuracy of each model and hop over all positions; tests are each run's."""

    def accuracies(weights: Weights, sequences: Sequences, answers: Answers) -> list[float]:
        outs = layer_outputs(weights, sequences)
        return [_accuracy(task, outs, hop, labels) for hop, labels in enumerate(answers)]

    return _of_models(models, tests, accuracies)


def accuracy_of_longest(
    task: Ablation,
    models: Models,
    tests: Sequence[tuple[Sequences, Int64[np.ndarray, "batch index state"]]],
    indices: int | None = None,
) -> Float64[np.ndarray, "rate run"]:
    """Return that of the longest hop, from the first ``indices``, all unless given."""

    def accuracy(
        weights: Weights, sequences: Sequences, labels: Int64[np.ndarray, "batch index state"]
    ) -> float:
        outs = layer_outputs(weights, sequences)
        return _accuracy(task, outs, len(weights) - 1, labels, indices)

    return _of_models(models, tests, accuracy)


def _of_models(
    models: Models, tests: Sequence[tuple[Any, ...]], measure: Callable[..., Any]
) -> Float64[np.ndarray, "rate run *more"]:
    return np.array(
        [
            [measure(weights, *test) for weights, test in zip(runs, tests, strict=True)]
            for runs in models.all()
        ]
    )


def _accuracy(
    task: Ablation,
    outs: list[Outputs],
    hop: int,
    labels: Int64[np.ndarray, "batch index state"],
    indices: int | None = None,
) -> float:
    out = outs[task.readout_layer(hop, len(outs))]
    right = readout(out, hop, labels.shape[1]).argmax(axis=-1) == labels
    return float(right[:, :indices].mean())
