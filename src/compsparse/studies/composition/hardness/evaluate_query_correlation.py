"""How fast targets of the class become alike to statistical queries, as N and k grow."""

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from compsparse.statistics import api as stats

_ARRAYS = {
    "folds": Int64[np.ndarray, "fold"],
    "symbols": Int64[np.ndarray, "symbols"],
    "mean_square": Float64[np.ndarray, "fold symbols group"],
    "expected": Float64[np.ndarray, "fold symbols"],
    "agreement": Float64[np.ndarray, "fold symbols"],
    "predicted": Float64[np.ndarray, "fold symbols"],
}


@stats.evaluates
def run(inputs: stats.Inputs) -> stats.Evaluation:
    """Return one row per k, N and group of pairs, and exponents of N - 1."""
    arrays = stats.read_named_axes(stats.single(inputs, "correlations"), _ARRAYS)
    rows: list[dict[str, float]] = []
    statistics: dict[str, stats.MeanOf | stats.Interval] = {}
    for a, k in enumerate(arrays["folds"].tolist()):
        for b, n in enumerate(arrays["symbols"].tolist()):
            rows += [
                {
                    "folds": k,
                    "symbols": n,
                    "group": group,
                    "mean_square": value,
                    "expected": arrays["expected"][a, b],
                    "agreement": arrays["agreement"][a, b],
                    "predicted": arrays["predicted"][a, b],
                }
                for group, value in enumerate(arrays["mean_square"][a, b])
            ]
        others = arrays["symbols"] - 1.0
        # divide out the known factor (1 - 1/N)^2, which leaves the power
        left = arrays["mean_square"][a] / (1 - 1 / arrays["symbols"][:, None]) ** 2
        slopes = [stats.log_log_slope(others, group) for group in left.T]
        statistics[f"exponent_folds_{k}"] = stats.MeanOf(np.array(slopes))
    apart = np.abs(arrays["agreement"] - arrays["predicted"]).max()
    statistics["agreement_error"] = stats.exact(float(apart))
    return stats.Evaluation(pd.DataFrame(rows), statistics)
