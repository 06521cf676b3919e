"""Examples of all networks of a job: one network for each run and task, tasks fastest."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from jaxtyping import Float32, Float64, Int64

from compsparse.studies.tickets.transformer.generate_token_tasks import ANSWERED, ARRAYS, SETS
from compsparse.studies.tickets.transformer.model import token_features
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
        # [network, output, answer, sequence]
        self._labels = {
            part: np.ascontiguousarray(
                np.moveaxis(arrays[f"{part}_labels"], -1, 2).swapaxes(3, 4)
            ).reshape(-1, self.outputs, ANSWERED, arrays[f"{part}_tokens"].shape[1])
            for part in SETS
        }

    def features(
        self, part: str, drawn: Int64[np.ndarray, "run batch"] | None = None
    ) -> Float32[np.ndarray, "run 12 row"]:
        """Return ``token_features`` of a set, or of sequences drawn from it."""
        tokens = self._arrays[f"{part}_tokens"]
        if drawn is not None:
            tokens = np.take_along_axis(tokens, drawn[:, :, None, None], axis=1)
        return token_features(tokens)

    def labels(
        self, part: str, networks: slice, drawn: Int64[np.ndarray, "run batch"] | None = None
    ) -> Float32[np.ndarray, "network output row"]:
        """Return the labels of networks; rows as of ``features``, without the first tokens."""
        labels = self._labels[part]
        if drawn is None:
            found = labels[networks]
        else:
            chosen = drawn[self.network_runs[networks]]
            pairs = zip(labels[networks], chosen, strict=True)
            found = np.stack([values.take(places, axis=2) for values, places in pairs])
        return found.reshape(*found.shape[:2], -1).astype(np.float32)

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
    logits: Float32[np.ndarray, "*network rows columns"],
    labels: Float32[np.ndarray, "*network rows columns"],
) -> Float64[np.ndarray, "*network"]:
    """Return the fraction of output bits that are right."""
    return np.asarray(((logits > 0) == (labels > 0)).mean(axis=(-2, -1)))
