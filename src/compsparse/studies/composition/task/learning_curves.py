"""Learning curves: the accuracy of each hop over a training."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64


@dataclass(frozen=True)
class LearningCurves:
    """A training at one learning rate.

    Attributes:
        step: updates before each look.
        rate: learning rate.
        accuracy: on sequences that select nothing.
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
