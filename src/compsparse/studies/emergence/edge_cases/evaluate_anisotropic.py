"""The loss for inputs with a power-law spectrum at k = 2 (document 003, Part I): a figure only."""

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats
from workflow_engine.artifacts.named_axes import read_named_axes, require_finite

_HISTORY = {
    "spectrum": Float64[np.ndarray, ""],
    "exponent": Float64[np.ndarray, ""],
    "time": Float64[np.ndarray, " time"],
    "loss": Float64[np.ndarray, "run time"],
}


@stats.evaluates
def run(inputs: stats.Inputs) -> stats.Evaluation:
    """Collect the curves; ``loss`` is a share of the loss of a student that is zero."""
    frames = []
    for path in stats.many(inputs, "histories"):
        history = read_named_axes(path, _HISTORY)
        require_finite(path, history, "loss")
        frames += [
            pd.DataFrame(
                {
                    "spectrum": float(history["spectrum"]),
                    "exponent": float(history["exponent"]),
                    "run": index,
                    "time": history["time"],
                    "loss": loss,
                }
            )
            for index, loss in enumerate(history["loss"])
        ]
    return stats.Evaluation(pd.concat(frames, ignore_index=True), {})
