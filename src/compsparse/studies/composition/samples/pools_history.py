"""Accuracy of trainings on pools, each at the choice made on validation."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from jaxtyping import Float64, Int64

from workflow_engine.artifacts.named_axes import read_named_axes

_ARRAYS = {
    "pool": Int64[np.ndarray, "pool"],
    "step": Int64[np.ndarray, "look"],
    "rate": Float64[np.ndarray, "choice"],
    "scale": Float64[np.ndarray, "choice"],
    "accuracy": Float64[np.ndarray, "pool choice run look"],
    "validation": Float64[np.ndarray, "pool choice run look"],
    "hidden": Int64[np.ndarray, "run fold symbol"],
}


@dataclass(frozen=True)
class PoolsHistory:
    """Trainings on pools of several sizes, of one task and one kind of data.

    Attributes:
        folds: k.
        symbols: N.
        pool: sizes, increasing.
        accuracy: of the longest hop, at the choice and look with the best validation accuracy, for
            each run and pool; the first among equals.
        step: updates before that look.
    """

    folds: int
    symbols: int
    pool: Int64[np.ndarray, " pool"]
    accuracy: Float64[np.ndarray, "run pool"]
    step: Int64[np.ndarray, "run pool"]

    @property
    def chance(self) -> float:
        """Accuracy of a guess."""
        return 1.0 / self.symbols


def read_pools(path: Path) -> PoolsHistory:
    """Read trainings; ``ArtifactError`` if the file is another one."""
    arrays = read_named_axes(path, _ARRAYS)
    looks = len(arrays["step"])
    flat = {
        name: arrays[name].transpose(2, 0, 1, 3).reshape(*arrays[name].shape[2::-2], -1)
        for name in ("accuracy", "validation")
    }
    best = flat["validation"].argmax(axis=-1)[..., None]
    return PoolsHistory(
        folds=int(arrays["hidden"].shape[1]),
        symbols=int(arrays["hidden"].shape[2]),
        pool=arrays["pool"],
        accuracy=np.take_along_axis(flat["accuracy"], best, axis=-1)[..., 0],
        step=arrays["step"][best[..., 0] % looks],
    )
