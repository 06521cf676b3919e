"""The loss in time for inputs with a power-law spectrum at k = 2: a picture, nothing is judged.

Document 003, Part I, first future direction.
"""

import numpy as np
import pandas as pd

from compsparse.steps import Inputs, Outputs, Params, many
from compsparse.studies.emergence.histories import read_history

RESULT = "emergence_anisotropic"

_HISTORY = {"spectrum": (), "exponent": (), "time": ("time",), "loss": ("run", "time")}


def run(inputs: Inputs, params: Params) -> Outputs:
    """Lay the curves side by side.

    Params: root_seed, which nothing here needs.

    Returns:
        ``table``: a row per spectrum, run and time with the ``loss`` as a share of its start;
        ``metrics``: none.

    Raises:
        ArtifactError: an unusable history.
        ValueError: a loss that is not finite.
    """
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
    return {"table": pd.concat(frames, ignore_index=True), "metrics": {RESULT: {}}}
