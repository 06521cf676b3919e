"""One way to train students: for dense ones, every round of pruning, and all controls."""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from jaxtyping import Bool, Float32, Float64, Int64
from torch import Tensor

from compsparse.ensembles.adam import Adam
from compsparse.studies.tickets.learning_rate import rate_at
from compsparse.studies.tickets.student.network import Size, Students, explained
from compsparse.studies.tickets.teacher.generate_examples import ARRAYS, PARTS
from workflow_engine.artifacts.named_axes import read_named_axes
from workflow_engine.seeds import generator
from workflow_engine.steps import Params

Weights = dict[str, Float32[np.ndarray, "run network ..."]]


@dataclass(frozen=True)
class Trained:
    """What training made.

    Attributes:
        weights: of all networks, by name.
        scores: R squared [run, network] on the examples of each part.
    """

    weights: Weights
    scores: dict[str, Float64[np.ndarray, "run network"]]


class Training:
    """Examples of all runs, and how long and how fast students learn them.

    Every training of a run, whatever its mask and first weights, sees the same batches in the same
    order for the same number of steps.
    """

    def __init__(self, examples: Path, params: Params) -> None:
        """Read examples.

        Params: width, rate, steps, batch, penalty, and root_seed, which the order of examples
        follows from; networks of a run choose and are judged on examples that they do not learn.

        Raises:
            ValueError: a batch of more examples than there are.
        """
        arrays = read_named_axes(examples, ARRAYS)
        self._parts = {
            part: (_with_one(arrays[f"{part}_inputs"]), torch.from_numpy(arrays[f"{part}_targets"]))
            for part in PARTS
        }
        self.runs, self._learned, self.d = arrays["learned_inputs"].shape
        self._params = params
        self._orders: list[Int64[Tensor, " place"]] = []
        if params["batch"] > self._learned:
            raise ValueError(
                f"batch is {params['batch']}; allowed: 1 to {self._learned}, the examples."
            )

    def size(self, networks: int) -> Size:
        """Return the size of so many networks of each run."""
        return Size(self.runs, networks, self.d, self._params["width"])

    def train(self, first: Weights, masks: Bool[np.ndarray, "run network unit d"]) -> Trained:
        """Train from first weights what masks leave."""
        params, steps = self._params, self._params["steps"]
        students = Students(self.size(masks.shape[1]), torch.from_numpy(masks), params["batch"])
        students.start_at(first)
        optimizer = Adam(students.parameters.flat, students.gradient.flat)
        with torch.inference_mode():
            for step, (inputs, targets) in zip(range(steps), self._batches(), strict=False):
                students.compute_gradient(inputs, targets, params["penalty"])
                optimizer.step(rate_at(step, steps, params["rate"]))
            scores = {
                part: explained(students.predict(inputs), targets)
                for part, (inputs, targets) in self._parts.items()
            }
        return Trained(students.parameters.arrays(), scores)

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
            return explained(students.predict(inputs), targets)

    def inputs(self, part: str) -> Float32[np.ndarray, "run example one_more"]:
        """Return the inputs of a part, a last one of 1 among them."""
        return self._parts[part][0].numpy()

    def _batches(self) -> Iterator[tuple[Tensor, Tensor]]:
        inputs, targets = self._parts["learned"]
        size = self._params["batch"]
        rows, values = inputs.view(-1, self.d + 1), targets.reshape(-1)
        for passed in itertools.count():
            order = self._order(passed)
            mixed = rows[order].view(self.runs, self._learned, -1)
            wanted = values[order].view(self.runs, self._learned)
            for start in range(0, self._learned - size + 1, size):
                yield mixed[:, start : start + size], wanted[:, start : start + size]

    def _order(self, passed: int) -> Int64[Tensor, " place"]:
        """Return which example of all runs stands where in a pass; drawn once for all trainings."""
        while len(self._orders) <= passed:
            names = self._params["root_seed"], "tickets", "batches"
            drawn = [
                generator(*names, run, len(self._orders)).permutation(self._learned)
                + run * self._learned
                for run in range(self.runs)
            ]
            self._orders.append(torch.from_numpy(np.concatenate(drawn)))
        return self._orders[passed]


def _with_one(inputs: Float32[np.ndarray, "run example d"]) -> Float32[Tensor, "run example more"]:
    ones = np.ones((*inputs.shape[:2], 1), np.float32)
    return torch.from_numpy(np.concatenate([inputs, ones], axis=2))
