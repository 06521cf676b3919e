"""Examples of all networks of a job: one network for each run and task, tasks fastest."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from jaxtyping import Float32, Float64, Int64
from torch import Tensor

from compsparse.studies.tickets.transformer.generate_token_tasks import ARRAYS
from workflow_engine.artifacts.named_axes import read_named_axes


@dataclass(frozen=True)
class Recipe:
    """How transformers, or their MLPs, are trained.

    Attributes:
        steps: updates.
        batch: sequences of a step.
        l1: penalty on the MLP's weights.
    """

    steps: int
    batch: int
    l1: float


class Examples:
    """Tokens and labels of all sets.

    Attributes:
        runs: number of runs.
        tasks: number of tasks of each run.
        outputs: bits that are predicted at a token.
        network_runs: the run of each network.
    """

    def __init__(self, path: Path) -> None:
        """Read a file of ``generate_token_tasks``."""
        arrays = read_named_axes(path, ARRAYS)
        self._arrays = arrays
        self.runs, self.tasks, _, _, self.outputs = arrays["learned_labels"].shape
        self.network_runs: Int64[np.ndarray, " network"] = np.repeat(
            np.arange(self.runs), self.tasks
        )

    def tokens(self, part: str, run: int) -> Float32[Tensor, "sequence 4 8"]:
        """Return the tokens of a set and a run, bits as -1 and 1."""
        return torch.from_numpy(np.where(self._arrays[f"{part}_tokens"][run], 1.0, -1.0)).float()

    def labels(self, part: str, network: int) -> Float32[Tensor, "row output"]:
        """Return the labels of a set and a network, rows sequence by sequence."""
        run, task = divmod(network, self.tasks)
        return torch.from_numpy(self._arrays[f"{part}_labels"][run, task]).float().flatten(0, 1)

    def batches(
        self, randoms: list[np.random.Generator], batch: int
    ) -> Iterator[Int64[np.ndarray, "run batch"]]:
        """Yield the sequences of a step; the same in all tasks of a run.

        Raises:
            ValueError: a batch of more sequences than there are.
        """
        sequences = self._arrays["learned_tokens"].shape[1]
        if batch > sequences:
            raise ValueError(f"batch is {batch}; allowed: at most {sequences}, all sequences.")
        while True:
            yield np.stack([random.integers(sequences, size=batch) for random in randoms])


def accuracy(
    logits: Float32[Tensor, "*network row output"], labels: Float32[Tensor, "*network row output"]
) -> Float64[np.ndarray, "*network"]:
    """Return the fraction of output bits that are right."""
    right = (logits > 0) == (labels > 0)
    return right.double().mean(dim=(-2, -1)).numpy()
