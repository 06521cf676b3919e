"""Sharpness of jumps by dimension and order (document 003, part I, claim 2 of the proof sketch).

The rise from 0.1 to 0.9 takes a time of order 1 / a_p, the search before it d^(k/2-1) / a_p: their
ratio falls like d^-(k/2-1) for k > 2; for k = 2 like 1 / ln d only.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from compsparse.statistics import api as stats
from compsparse.studies.emergence.staircase.isolated_neuron import relative_rise
from compsparse.studies.emergence.tables import table_of

_CONTROL = 2  # order
_FEWEST_FOR_BEND = 3  # dimensions


@dataclass(frozen=True)
class _History:
    orders: Int64[np.ndarray, " order"]
    dimension: int
    begun: Float64[np.ndarray, "order run direction"]
    aligned: Float64[np.ndarray, "order run direction"]
    done: Float64[np.ndarray, "order run direction"]
    start: Float64[np.ndarray, "order run direction"]


@stats.evaluates
def run(inputs: stats.Inputs) -> stats.Evaluation:
    """Return rise / T of each direction, with its closed form, and metrics over runs.

    ``closed_form`` is that of an isolated neuron with the start of the winner. It and the
    measured ``relative_rise`` are empty where the direction was not learned.
    """
    table = pd.concat([_rows(path) for path in stats.many(inputs, "histories")], ignore_index=True)
    stats.require_balanced(table, ["order", "dimension", "rank"])
    found: dict[str, stats.MeanOf | stats.Interval] = {}
    for order, rows in table.groupby("order"):
        statistic = {f"exponent_order_{order}": (exponent, stats.ANY_VALUE)}
        found |= stats.replicate_statistics(rows, statistic)
    control = table[table["order"] == _CONTROL]
    found |= stats.replicate_statistics(control, {"bend_order_2": (bend, stats.ANY_VALUE)})
    error = {"closed_form_error": (closed_form_error, (0.0, np.inf))}
    found |= stats.replicate_statistics(table, error)
    learned = table["relative_rise"].notna().groupby(table["run"]).mean()
    found["learned_share"] = stats.exact(float(learned.min()), len(learned))
    return stats.Evaluation(table, found)


def cell_means(rows: pd.DataFrame) -> pd.Series:
    """Return the geometric mean over learned directions, by order and dimension."""
    logs = np.log(rows["relative_rise"]).groupby([rows["order"], rows["dimension"]]).mean()
    means: pd.Series = np.exp(logs)
    if not np.isfinite(means).all():
        order, dimension = means.index[~np.isfinite(means)][0]
        raise ValueError(
            f"No direction of order {order} in {dimension} dimensions was learned; train for "
            "longer."
        )
    return means


def exponent(rows: pd.DataFrame) -> float:
    """Return the slope of ln(rise / T) on ln d, of rows of one order and one run."""
    means = cell_means(rows)
    dimensions = means.index.get_level_values("dimension").to_numpy(dtype=np.float64)
    return stats.log_log_slope(dimensions, means.to_numpy())


def bend(rows: pd.DataFrame) -> float | None:
    """Return the slope between the last two dimensions over that between the first two.

    It is 1 for a power law, and None where there are fewer than three dimensions.
    """
    means = cell_means(rows)
    if len(means) < _FEWEST_FOR_BEND:
        return None
    dimensions = means.index.get_level_values("dimension").to_numpy(dtype=np.float64)
    slopes = np.diff(np.log(means.to_numpy())) / np.diff(np.log(dimensions))
    return float(slopes[-1] / slopes[0])


def closed_form_error(rows: pd.DataFrame) -> float:
    """Return the largest |measured / closed form - 1| of a cell's typical direction (median)."""
    ratios = rows["relative_rise"] / rows["closed_form"]
    medians = ratios.groupby([rows["order"], rows["dimension"]]).median()
    return float((medians - 1).abs().max())


def _rows(path: Path) -> pd.DataFrame:
    history = stats.read_dataclass(path, _History)
    learned = np.isfinite(history.done)
    # missing starts are replaced by any valid one, whose result is not used
    starts = np.where(learned, history.start, 0.5)
    orders = zip(history.orders.tolist(), starts, strict=True)
    closed = np.stack([relative_rise(order, start) for order, start in orders])
    _, runs, directions = learned.shape
    axes = {"order": history.orders, "dimension": history.dimension, "run": range(runs)}
    return table_of(
        {**axes, "rank": range(1, directions + 1)},
        relative_rise=np.where(learned, (history.done - history.begun) / history.aligned, np.nan),
        closed_form=np.where(learned, closed, np.nan),
    )
