"""What the transformer reached, and the training that validation chooses of several."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from workflow_engine.artifacts.named_axes import read_named_axes

_ARRAYS = {
    "step": Int64[np.ndarray, "look"],
    "rate": Float64[np.ndarray, "rate"],
    "accuracy": Float64[np.ndarray, "rate run look hop"],
    "validation": Float64[np.ndarray, "rate run look hop"],
    "hidden": Int64[np.ndarray, "run fold symbol"],
}


@dataclass(frozen=True)
class History:
    """A training at one rate.

    Attributes:
        step: updates before each look.
        rate: of Adam.
        validation: accuracy on the sequences that choose among trainings.
        accuracy: on other sequences.
        chance: accuracy of a guess.
    """

    step: Int64[np.ndarray, " look"]
    rate: float
    validation: Float64[np.ndarray, "run look hop"]
    accuracy: Float64[np.ndarray, "run look hop"]
    chance: float

    def table(self, data: str) -> pd.DataFrame:
        """Return one row per run, look and hop of a training on ``data``."""
        run, look, hop = np.indices(self.accuracy.shape).reshape(3, -1)
        return pd.DataFrame(
            {
                "data": data,
                "rate": self.rate,
                "run": run,
                "hops": 2**hop,
                "step": self.step[look],
                "accuracy": self.accuracy.reshape(-1),
                "chance": self.chance,
            }
        )


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
    """Return the training whose longest hop has the best mean accuracy of validation at the end."""
    return max(histories, key=lambda of: float(of.validation[:, -1, -1].mean()))


def read_best(paths: Sequence[Path]) -> History:
    """Read trainings and return the best of them."""
    return best_of([read_history(path) for path in paths])
