"""The loss for inputs with a power-law spectrum at k = 2 (document 003, Part I): a figure only."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats
from compsparse.studies.emergence.arrays import ByTime
from compsparse.studies.emergence.tables import table_of


@dataclass(frozen=True)
class _History:
    spectrum: float
    exponent: float
    time: ByTime
    loss: Float64[np.ndarray, "run time"]

    def __post_init__(self) -> None:
        if not np.isfinite(self.loss).all():
            raise ValueError("The array 'loss' holds values that are not finite.")


@stats.evaluates
def run(inputs: stats.Inputs) -> stats.Evaluation:
    """Collect the curves; ``loss`` is a share of the loss of a student that is zero."""
    frames = []
    for path in stats.many(inputs, "histories"):
        history = stats.read_dataclass(path, _History)
        axes = {"spectrum": history.spectrum, "exponent": history.exponent}
        runs = {"run": range(len(history.loss)), "time": history.time}
        frames.append(table_of(axes | runs, loss=history.loss))
    return stats.Evaluation(pd.concat(frames, ignore_index=True), {})
