"""How fast rounding errors grow along a trajectory: the one number of claim and figure."""

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats


def bits_per_step(growth: pd.DataFrame, first_step: int, column: str = "mean_bits") -> np.ndarray:
    """Return, for each run, the slope of a mean log2 of errors in the step, from a step on."""
    late = growth[growth["steps"] >= first_step]
    return np.array(
        [
            stats.least_squares_slope(
                rows["steps"].to_numpy(dtype=np.float64), rows[column].to_numpy(dtype=np.float64)
            )
            for _, rows in late.groupby("run")
        ]
    )
