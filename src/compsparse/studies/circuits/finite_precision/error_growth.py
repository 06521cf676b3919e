"""How fast rounding errors grow along a trajectory: the number in the claim and in the figure."""

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.circuits.slopes import slopes_by_run


def bits_per_step(growth: pd.DataFrame, first_step: int, column: str = "mean_bits") -> np.ndarray:
    """Return, for each run, the slope of the mean log2 of errors over steps."""
    late = growth[growth["steps"] >= first_step]
    return slopes_by_run(late, stats.least_squares_slope, "steps", column)
