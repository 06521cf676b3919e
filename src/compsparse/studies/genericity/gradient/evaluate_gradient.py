"""The squared gradient at the start against the number of parities of a degree."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats


@dataclass(frozen=True)
class Gradients:
    """What ``generate_gradients`` writes."""

    square: Float64[np.ndarray, "run degree"]
    bound: Float64[np.ndarray, "run degree"]


@stats.evaluates
def run(inputs: stats.Inputs, *, degrees: tuple[int, int]) -> stats.Evaluation:
    """Return one row per run and degree; ``slope`` is between two degrees, in logs per degree."""
    found = stats.read_dataclass(stats.single(inputs, "gradients"), Gradients)
    runs, number = found.square.shape
    table = pd.DataFrame(
        {
            "run": np.repeat(np.arange(runs), number),
            "degree": np.tile(np.arange(1, number + 1), runs),
            "square": found.square.ravel(),
            "bound": found.bound.ravel(),
        }
    )
    first, last = degrees
    fall = np.log(found.square[:, last - 1] / found.square[:, first - 1]) / (last - first)
    return stats.Evaluation(
        table,
        {
            "largest_over_bound": stats.exact(float((found.square / found.bound).max())),
            "slope": stats.MeanOf(fall),
        },
    )
