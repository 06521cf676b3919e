"""How fast targets of the class become alike to statistical queries, as N and k grow."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from compsparse.statistics import api as stats


@dataclass(frozen=True)
class _Correlations:
    """What ``generate_correlations`` found."""

    folds: Int64[np.ndarray, " fold"]
    symbols: Int64[np.ndarray, " symbols"]
    mean_square: Float64[np.ndarray, "fold symbols group"]
    expected: Float64[np.ndarray, "fold symbols"]
    agreement: Float64[np.ndarray, "fold symbols"]
    predicted: Float64[np.ndarray, "fold symbols"]


@stats.evaluates
def run(inputs: stats.Inputs) -> stats.Evaluation:
    """Return one row per k, N and group of pairs, and exponents of N - 1."""
    found = stats.read_dataclass(stats.single(inputs, "correlations"), _Correlations)
    fold, symbols, group = np.indices(found.mean_square.shape).reshape(3, -1)
    table = pd.DataFrame(
        {
            "folds": found.folds[fold],
            "symbols": found.symbols[symbols],
            "group": group,
            "mean_square": found.mean_square.reshape(-1),
            "expected": found.expected[fold, symbols],
            "agreement": found.agreement[fold, symbols],
            "predicted": found.predicted[fold, symbols],
        }
    )
    # divide out the known factor (1 - 1/N)^2, which leaves the power
    left = found.mean_square / (1 - 1 / found.symbols[:, None]) ** 2
    statistics: dict[str, stats.MeanOf | stats.Interval] = {}
    for k, squares in zip(found.folds, left, strict=True):
        slopes = [stats.log_log_slope(found.symbols - 1.0, group) for group in squares.T]
        statistics[f"exponent_folds_{k}"] = stats.MeanOf(np.array(slopes))
    apart = np.abs(found.agreement - found.predicted).max()
    statistics["agreement_error"] = stats.exact(float(apart))
    return stats.Evaluation(table, statistics)
