"""What the transformer reached at the rate that validation chooses."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from compsparse.artifacts.named_axes import read_named_axes

_ARRAYS = {
    "step": Int64[np.ndarray, "look"],
    "rate": Float64[np.ndarray, "rate"],
    "accuracy": Float64[np.ndarray, "rate run look hop"],
    "validation": Float64[np.ndarray, "rate run look hop"],
    "hidden": Int64[np.ndarray, "run fold symbol"],
}


@dataclass(frozen=True)
class History:
    """A training at its best rate.

    Attributes:
        step: updates before each look.
        rate: with the best mean accuracy of the longest hop on validation sequences, at the end.
        accuracy: on other sequences.
        chance: accuracy of a guess.
    """

    step: Int64[np.ndarray, " look"]
    rate: float
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


def read_best(paths: Sequence[Path]) -> History:
    """Read trainings at several rates; ``ArtifactError`` if a file is another one."""
    read = [read_named_axes(path, _ARRAYS) for path in paths]
    validation, accuracy, rates = (
        np.concatenate([of[name] for of in read]) for name in ("validation", "accuracy", "rate")
    )
    best = int(validation[:, :, -1, -1].mean(axis=1).argmax())
    chance = 1.0 / int(read[0]["hidden"].shape[2])
    return History(read[0]["step"], float(rates[best]), accuracy[best], chance)
