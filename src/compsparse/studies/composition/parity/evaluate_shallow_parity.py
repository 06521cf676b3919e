"""Whether one hidden layer is the parity at all bits, and how many units it has."""

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats

_NAMES = ("degree", "sum", "parity", "output", "units")
_ARRAYS = {name: Float64[np.ndarray, "example"] for name in _NAMES}


@stats.evaluates
def run(inputs: stats.Inputs) -> stats.Evaluation:
    """Return one row per degree and sum of bits, the worst of all bits with that sum."""
    arrays = stats.read_named_axes(stats.single(inputs, "outputs"), _ARRAYS)
    table = pd.DataFrame({name: arrays[name] for name in _NAMES})
    table["error"] = (table["output"] - table["parity"]).abs()
    table = table.groupby(["degree", "sum"], as_index=False).max()
    return stats.Evaluation(
        table,
        {
            "error": stats.exact(float(table["error"].max())),
            "units_over_degree": stats.exact(float((table["units"] / table["degree"]).max())),
        },
    )
