"""Exponents of single runs, and their means with intervals: the run is the unit."""

from collections.abc import Callable, Sequence

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats
from compsparse.studies.emergence.arrays import ByTime
from compsparse.studies.emergence.crossings import first_crossing
from compsparse.studies.emergence.scaling_law.emergences import Emergences


def time_exponents(runs: Emergences) -> Float64[np.ndarray, " run"]:
    """Return each run's exponent of T_p in p; NaN for a run that is not complete."""
    # directions that never emerge are the slow ones; without them the slope would be too small
    ranks = np.arange(1.0, runs.emergence.shape[1] + 1)
    exponents = np.full(len(runs.emergence), np.nan)
    for run in np.flatnonzero(runs.complete):
        exponents[run] = stats.log_log_slope(ranks, runs.emergence[run])
    return exponents


def loss_exponent(time: ByTime, loss: ByTime, opens: float, closes: float, points: int) -> float:
    """Return the exponent of the loss in time, fitted at log-spaced times in a window."""
    if not time[0] <= opens < closes <= time[-1]:
        raise ValueError(
            f"The window from {opens:g} to {closes:g} is not a part of the times that were kept, "
            f"{time[0]:g} to {time[-1]:g}; train longer, or fit another window."
        )
    moments = np.geomspace(opens, closes, points)
    return stats.log_log_slope(moments, np.interp(moments, time, loss))


def falls(runs: Emergences, run: int, levels: Sequence[float]) -> Float64[np.ndarray, " level"]:
    """Return when the loss of a run falls to each level; NaN where it never does."""
    rising = -runs.loss[run][:, None]
    return np.concatenate([first_crossing(runs.time, rising, -level) for level in levels])


def exponents_by_order(
    table: pd.DataFrame, name: str, exponent: Callable[[pd.DataFrame], float]
) -> dict[str, stats.MeanOf]:
    """Return the mean over runs of an exponent of their rows, for each order."""
    means: dict[str, stats.MeanOf] = {}
    for order, order_rows in table.groupby("order"):
        exponents = [exponent(rows) for _, rows in order_rows.groupby("run")]
        means |= means_where_known(f"{name}_order_{order}", np.array(exponents))
    return means


def slope_where_known(x: np.ndarray, y: np.ndarray) -> float:
    """Return the exponent of y in x; NaN where a value is missing or infinite."""
    return stats.log_log_slope(x, y) if np.isfinite(y).all() else np.nan


def means_where_known(name: str, values: Float64[np.ndarray, " run"]) -> dict[str, stats.MeanOf]:
    """Return the mean over the runs that have a value, by its name; nothing where none has."""
    # a fit without learned directions means nothing; the share of complete runs is its own metric
    known = values[np.isfinite(values)]
    return {name: stats.MeanOf(known)} if len(known) else {}
