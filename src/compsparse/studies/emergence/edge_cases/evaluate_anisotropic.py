"""The loss in time for inputs with a power-law spectrum at k = 2: a picture, nothing is judged.

Document 003, Part I, first future direction.
"""

import numpy as np
import pandas as pd

from compsparse.statistics.evaluation import Evaluation, evaluates
from compsparse.steps import Inputs, Params, many
from compsparse.studies.emergence.histories import read_history

_HISTORY = {"spectrum": (), "exponent": (), "time": ("time",), "loss": ("run", "time")}


@evaluates
def run(inputs: Inputs, params: Params) -> Evaluation:
    """Lay the curves side by side: ``loss`` as a share of its start."""
    frames = []
    for path in many(inputs, "histories"):
        history = read_history(path, _HISTORY)
        if not np.isfinite(history["loss"]).all():
            raise ValueError(f"{path}: a loss is not finite; the flow did not end well.")
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
    return Evaluation(pd.concat(frames, ignore_index=True), {})
