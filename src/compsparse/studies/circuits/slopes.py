"""Slopes of the curves of replicates."""

from collections.abc import Callable

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats

Values = Float64[np.ndarray, " point"]
Slope = Callable[[Values, Values], float]


def log2_slope(x: Values, y: Values) -> float:
    """Return the slope of log2 y over x."""
    return stats.least_squares_slope(x, np.log2(y))


def column_slope(rows: pd.DataFrame, slope: Slope, x: str, y: str) -> float:
    """Return the slope of column y over column x."""
    return slope(rows[x].to_numpy(dtype=np.float64), rows[y].to_numpy(dtype=np.float64))


def slopes_by_run(rows: pd.DataFrame, slope: Slope, x: str, y: str) -> Float64[np.ndarray, " run"]:
    """Return the slope of column y over column x for each run."""
    return np.array([column_slope(curve, slope, x, y) for _, curve in rows.groupby("run")])


def bits_per_step(
    growth: pd.DataFrame, first_step: int, column: str = "mean_bits"
) -> Float64[np.ndarray, " run"]:
    """Return how fast rounding errors grow: for each run, the slope of their mean log2 by step."""
    late = growth[growth["steps"] >= first_step]
    return slopes_by_run(late, stats.least_squares_slope, "steps", column)
