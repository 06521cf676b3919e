"""The exponent of a power law for each run of a table."""

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics.power_law import log_log_slope


def log_log_slopes(rows: pd.DataFrame, x: str, y: str) -> Float64[np.ndarray, " run"]:
    """Return for each value of the column ``run`` the exponent b of the power law y = a x^b.

    Args:
        rows: table of all runs; runs are taken in increasing order.
        x: column of the points.
        y: column of the values.

    Raises:
        ValueError: as ``log_log_slope``, for the points of any run.
    """
    return np.array(
        [
            log_log_slope(points[x].to_numpy(dtype=float), points[y].to_numpy(dtype=float))
            for _, points in rows.groupby("run")
        ]
    )
