"""A training on an automaton, at the learning rate chosen on validation."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from jaxtyping import Float64, Int64

from workflow_engine.artifacts.named_axes import read_named_axes

_ARRAYS = {
    "step": Int64[np.ndarray, "look"],
    "rate": Float64[np.ndarray, "rate"],
    "accuracy": Float64[np.ndarray, "rate run look hop"],
    "validation": Float64[np.ndarray, "rate run look hop"],
    "transitions": Int64[np.ndarray, "symbol state"],
}


@dataclass(frozen=True)
class History:
    """A training at its best rate.

    Attributes:
        step: updates before each look.
        rate: with the best mean accuracy of whole words on validation words, at the end.
        accuracy: on other words, of windows of 1, 2, 4, ... symbols.
        table: of the automaton.
    """

    step: Int64[np.ndarray, " look"]
    rate: float
    accuracy: Float64[np.ndarray, "run look hop"]
    table: Int64[np.ndarray, "symbol state"]


def read_history(path: Path) -> History:
    """Read a training; ``ArtifactError`` if the file is another one."""
    arrays = read_named_axes(path, _ARRAYS)
    best = int(arrays["validation"][:, :, -1, -1].mean(axis=1).argmax())
    return History(
        arrays["step"], float(arrays["rate"][best]), arrays["accuracy"][best], arrays["transitions"]
    )
