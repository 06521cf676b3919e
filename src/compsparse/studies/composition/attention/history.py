"""What a training of the attention-only model kept, at the rate that validation chooses."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from jaxtyping import Float32, Float64, Int64

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
class History:
    """A training at its best rate.

    Attributes:
        step: updates before each look.
        rate: with the best mean accuracy of the longest hop on validation sequences, at the end.
        accuracy: on other sequences.
        recovered: share of tokens from that layer 1 attends most to where pi leads.
        attention: share of tokens from that later layers attend most to where theory says.
        first_layer: weights of attention of layer 1.
        hidden: the hidden permutations.
    """

    step: Int64[np.ndarray, " look"]
    rate: float
    accuracy: Float64[np.ndarray, "run look hop"]
    recovered: Float64[np.ndarray, " run"]
    attention: Float64[np.ndarray, " run"]
    first_layer: Float32[np.ndarray, "run token token"]
    hidden: Int64[np.ndarray, "run fold symbol"]

    @property
    def chance(self) -> float:
        """Accuracy of a guess."""
        return 1.0 / int(self.hidden.shape[2])


def read_history(path: Path) -> History:
    """Read a training; ``ArtifactError`` if the file is another one."""
    arrays = read_named_axes(path, _ARRAYS)
    best = int(arrays["validation"][:, :, -1, -1].mean(axis=1).argmax())
    names = ("accuracy", "recovered", "attention", "first_layer")
    return History(
        step=arrays["step"],
        rate=float(arrays["rate"][best]),
        hidden=arrays["hidden"],
        **{name: arrays[name][best] for name in names},
    )
