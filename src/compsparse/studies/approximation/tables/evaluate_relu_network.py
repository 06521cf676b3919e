"""Trees of ReLU networks beside the trees of tables that they equal."""

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from compsparse.statistics import api as stats
from compsparse.studies.approximation.tables.relu_network import UNITS_OF_HAT

_ARRAYS = {
    "grid": Int64[np.ndarray, "grid"],
    "nodes": Int64[np.ndarray, ""],
    "network": Float64[np.ndarray, "grid run"],
    "table": Float64[np.ndarray, "grid run"],
    "difference": Float64[np.ndarray, "grid run"],
}


@stats.evaluates
def run(inputs: stats.Inputs) -> stats.Evaluation:
    """Return one row per grid and run: table entries, units, errors and the largest difference."""
    arrays = stats.read_named_axes(stats.single(inputs, "outputs"), _ARRAYS)
    grid, run = np.indices(arrays["network"].shape).reshape(2, -1)
    numbers = int(arrays["nodes"]) * arrays["grid"][grid] ** 2
    table = pd.DataFrame(
        {
            "grid": arrays["grid"][grid],
            "run": run,
            "numbers": numbers,
            "units": numbers * UNITS_OF_HAT,
            "network_error": arrays["network"].reshape(-1),
            "table_error": arrays["table"].reshape(-1),
            "difference": arrays["difference"].reshape(-1),
        }
    )
    ratio = (table["units"] / table["numbers"]).max()
    return stats.Evaluation(
        table,
        {
            "difference": stats.exact(float(table["difference"].max())),
            "units_over_numbers": stats.exact(float(ratio)),
        },
    )
