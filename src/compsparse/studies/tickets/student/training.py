"""The training of students: dense ones, every round of pruning, and all controls."""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from jaxtyping import Bool, Float32, Float64, Int64
from torch import Tensor

from compsparse.ensembles.adam import Adam
from compsparse.ensembles.linear_decay import constant_then_linear
from compsparse.studies.tickets.student.network import Size, Students, r_squared
from compsparse.studies.tickets.teacher.generate_examples import ARRAYS, PARTS
from workflow_engine.artifacts.named_axes import read_named_axes
from workflow_engine.seeds import generator

Weights = dict[str, Float32[np.ndarray, "run network ..."]]


@dataclass(frozen=True)
class Recipe:
    """How students are trained.

    Attributes:
        width: hidden units.
        rate: learning rate, constant for half of the steps, then falling linearly to 0.
        steps: updates.
        batch: examples of a step.
        penalty: L1, on all weights but the biases.
    """

    width: int
    rate: float
    steps: int
    batch: int
    penalty: float


@dataclass(frozen=True)
class Trained:
    """The result of a training.

    Attributes:
        weights: of all networks, by name.
        scores: R squared [run, network] on the examples of each part.
    """

    weights: Weights
    scores: dict[str, Float64[np.ndarray, "run network"]]


class Training:
    """Trains students on the examples of all runs.

    Every training of a run, whatever its mask and first weights, sees the same batches in the same
    order for the same number of steps.
    """

    def __init__(self, examples: Path, recipe: Recipe, root_seed: int) -> None:
        """Read examples; the order of batches depends on ``root_seed`` and the run alone.

        Raises:
            ValueError: a batch larger than the number of training examples.
        """
        arrays = read_named_axes(examples, ARRAYS)
        self._parts = {
            part: (_with_one(arrays[f"{part}_inputs"]), torch.from_numpy(arrays[f"{part}_targets"]))
            for part in PARTS
        }
        self.runs, self._learned, self.d = arrays["learned_inputs"].shape
        self._recipe, self._root_seed = recipe, root_seed
        self._orders: list[Int64[np.ndarray, "run place"]] = []
        if recipe.batch > self._learned:
            raise ValueError(
                f"batch is {recipe.batch}; allowed: 1 to {self._learned}, the examples."
            )

    def size(self, networks: int) -> Size:
        """Return the size of so many networks of each run."""
        return Size(self.runs, networks, self.d, self._recipe.width)

    def train(
        self,
        first: Weights,
        masks: Bool[np.ndarray, "run network unit d"],
        runs: Int64[np.ndarray, " run"] | None = None,
    ) -> Trained:
        """Train masked networks from the given first weights.

        Units that read nothing are left out of the arithmetic; their weights become zero.

        Args:
            first: weights of all networks.
            masks: of the first layer.
            runs: those whose networks are given; all of them if None.
        """
        recipe = self._recipe
        chosen = np.arange(self.runs) if runs is None else runs
        live = live_units(masks)
        size = Size(len(chosen), masks.shape[1], self.d, live.shape[2])
        taken = np.take_along_axis(masks, live[..., None], axis=2)
        students = Students(size, torch.from_numpy(taken), recipe.batch)
        students.start_at(take_units(first, live))
        optimizer = Adam(students.parameters.flat, students.gradient.flat)
        learning_rate = constant_then_linear(recipe.rate, recipe.steps)
        with torch.inference_mode():
            batches = zip(range(recipe.steps), self._batches(chosen), strict=False)
            for step, (inputs, targets) in batches:
                students.compute_gradient(inputs, targets, recipe.penalty)
                optimizer.step(learning_rate(step))
            scores = {
                part: r_squared(students.predict(inputs[chosen]), targets[chosen])
                for part, (inputs, targets) in self._parts.items()
            }
        return Trained(put_units(students.parameters.arrays(), live, first), scores)

    def score(
        self, weights: Weights, part: str, networks: int
    ) -> Float64[np.ndarray, "run network"]:
        """Return R squared of given weights on the examples of a part."""
        size = self.size(networks)
        masks = torch.ones(size.runs, networks, size.width, size.d, dtype=torch.bool)
        students = Students(size, masks, 1)
        students.start_at(weights)
        inputs, targets = self._parts[part]
        with torch.inference_mode():
            return r_squared(students.predict(inputs), targets)

    def inputs(self, part: str) -> Float32[np.ndarray, "run example one_more"]:
        """Return the inputs of a part, with a constant input of 1 appended."""
        return self._parts[part][0].numpy()

    def _batches(self, runs: Int64[np.ndarray, " run"]) -> Iterator[tuple[Tensor, Tensor]]:
        inputs, targets = (values.numpy() for values in self._parts["learned"])
        size = self._recipe.batch
        rows, values = inputs.reshape(-1, self.d + 1), targets.reshape(-1)
        for epoch in itertools.count():
            order = self._order(epoch)[runs]
            for start in range(0, self._learned - size + 1, size):
                chosen = order[:, start : start + size]
                # whole rows at once, which torch's indexing does not do
                yield torch.from_numpy(rows.take(chosen, axis=0)), torch.from_numpy(values[chosen])

    def _order(self, epoch: int) -> Int64[np.ndarray, "run place"]:
        """Return the order of all runs' examples in an epoch; drawn once for all trainings."""
        while len(self._orders) <= epoch:
            names = self._root_seed, "tickets", "batches"
            drawn = [
                generator(*names, run, len(self._orders)).permutation(self._learned)
                + run * self._learned
                for run in range(self.runs)
            ]
            self._orders.append(np.stack(drawn))
        return self._orders[epoch]


def _with_one(inputs: Float32[np.ndarray, "run example d"]) -> Float32[Tensor, "run example more"]:
    ones = np.ones((*inputs.shape[:2], 1), np.float32)
    return torch.from_numpy(np.concatenate([inputs, ones], axis=2))


def live_units(
    masks: Bool[np.ndarray, "run network unit d"],
) -> Int64[np.ndarray, "run network live"]:
    """Return the units that read an input, padded with others to equal numbers."""
    dead = ~masks.any(axis=3)
    most = int((~dead).sum(axis=2).max())
    return dead.argsort(axis=2, kind="stable")[..., :most]


def take_units(weights: Weights, units: Int64[np.ndarray, "run network live"]) -> Weights:
    """Return the weights of these units alone; the last of the readout is its shift."""
    readout = weights["readout"]
    taken = np.take_along_axis(readout[..., :-1], units, axis=2)
    return {
        "weights": np.take_along_axis(weights["weights"], units[..., None], axis=2),
        "readout": np.concatenate([taken, readout[..., -1:]], axis=2),
    }


def put_units(
    small: Weights, units: Int64[np.ndarray, "run network live"], like: Weights
) -> Weights:
    """Return the weights of all units, zero but for those of ``units``."""
    weights, readout = (np.zeros(like[name].shape, np.float32) for name in ("weights", "readout"))
    np.put_along_axis(weights, units[..., None], small["weights"], axis=2)
    np.put_along_axis(readout[..., :-1], units, small["readout"][..., :-1], axis=2)
    readout[..., -1] = small["readout"][..., -1]
    return {"weights": weights, "readout": readout}
