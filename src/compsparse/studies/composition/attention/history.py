"""A training of the attention-only model, at the learning rate chosen on validation."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from jaxtyping import Float32, Float64, Int64

from compsparse.studies.composition.task.learning_curves import LearningCurves
from workflow_engine.artifacts.named_axes import read_named_axes

_ARRAYS = {
    "step": Int64[np.ndarray, "look"],
    "rate": Float64[np.ndarray, "rate"],
    "accuracy": Float64[np.ndarray, "rate run look hop"],
    "validation": Float64[np.ndarray, "rate run look hop"],
    "recovered": Float64[np.ndarray, "rate run"],
    "attention": Float64[np.ndarray, "rate run"],
    "first_layer": Float32[np.ndarray, "rate run token token"],
    "hidden": Int64[np.ndarray, "run fold symbol"],
}


@dataclass(frozen=True)
class History(LearningCurves):
    """A training at the rate with the best final mean validation accuracy of the longest hop.

    Attributes:
        recovered: fraction of tokens whose largest attention in layer 1 is where pi leads.
        attention: fraction of tokens whose largest attention in later layers is on theory's key.
        first_layer: weights of attention of layer 1.
        hidden: the hidden permutations.
    """

    recovered: Float64[np.ndarray, " run"]
    attention: Float64[np.ndarray, " run"]
    first_layer: Float32[np.ndarray, "run token token"]
    hidden: Int64[np.ndarray, "run fold symbol"]


def read_history(path: Path) -> History:
    """Read a training; ``ArtifactError`` if the file is another one."""
    arrays = read_named_axes(path, _ARRAYS)
    best = int(arrays["validation"][:, :, -1, -1].mean(axis=1).argmax())
    names = ("accuracy", "recovered", "attention", "first_layer")
    return History(
        step=arrays["step"],
        rate=float(arrays["rate"][best]),
        chance=1.0 / arrays["hidden"].shape[2],
        hidden=arrays["hidden"],
        **{name: arrays[name][best] for name in names},
    )
