"""Statistics: means over the replicates, or over the runs, that have a value."""

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats

Statistics = dict[str, stats.Interval | stats.MeanOf]


def known_mean(name: str, values: "pd.Series[float]") -> Statistics:
    """Return the mean over all replicates with a value; no statistic where there is none."""
    known = values.dropna().to_numpy(dtype=np.float64)
    return {name: stats.MeanOf(known)} if len(known) else {}


def mean_by_run(name: str, values: "pd.Series[float]") -> Statistics:
    """Return the mean over runs, level ``run`` of the index, of each run's mean known value."""
    return known_mean(name, values.dropna().groupby(level="run").mean())
