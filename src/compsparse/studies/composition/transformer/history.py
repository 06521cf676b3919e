"""Trainings of the transformer, and the one chosen on validation."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from jaxtyping import Float64, Int64

from compsparse.studies.composition.task.learning_curves import LearningCurves
from workflow_engine.artifacts.named_axes import read_named_axes

_ARRAYS = {
    "step": Int64[np.ndarray, "look"],
    "rate": Float64[np.ndarray, "rate"],
    "accuracy": Float64[np.ndarray, "rate run look hop"],
    "validation": Float64[np.ndarray, "rate run look hop"],
    "hidden": Int64[np.ndarray, "run fold symbol"],
}


@dataclass(frozen=True)
class History(LearningCurves):
    """A training at one learning rate.

    Attributes:
        validation: accuracy on the sequences that select among trainings.
    """

    validation: Float64[np.ndarray, "run look hop"]


def read_history(path: Path) -> History:
    """Read a training; ``ArtifactError`` if the file is another one."""
    arrays = read_named_axes(path, _ARRAYS)
    return History(
        step=arrays["step"],
        rate=float(arrays["rate"][0]),
        validation=arrays["validation"][0],
        accuracy=arrays["accuracy"][0],
        chance=1.0 / int(arrays["hidden"].shape[2]),
    )


def best_of(histories: Sequence[History]) -> History:
    """Return the training with the best final mean validation accuracy of the longest hop."""
    return max(histories, key=lambda history: float(history.validation[:, -1, -1].mean()))


def read_best(paths: Sequence[Path]) -> History:
    """Read trainings and return the best of them."""
    return best_of([read_history(path) for path in paths])
