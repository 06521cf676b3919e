"""Medians over runs, where a run that never reaches a point counts as infinite."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Float64
from matplotlib.axes import Axes

_BEYOND = 1.25  # how far an infinite quartile is drawn
_NEVER = 1e300  # stands for infinity, of which no quantile can be interpolated

NOTE = "line: median, runs that never get there counted as infinite; band: quartiles"


@dataclass(frozen=True)
class Medians:
    """Medians and quartiles at points with a finite median; the upper quartile may be infinite."""

    points: Float64[np.ndarray, " point"]
    middle: Float64[np.ndarray, " point"]
    low: Float64[np.ndarray, " point"]
    high: Float64[np.ndarray, " point"]


def run_medians(rows: pd.DataFrame, *, point: str, value: str) -> Medians:
    """Return the medians of ``value`` at each ``point``; a missing value was never reached."""
    counted = rows.assign(**{value: rows[value].fillna(_NEVER)})
    quartiles = counted.groupby(point)[value].quantile(np.array([0.25, 0.5, 0.75])).unstack()
    low, middle, high = quartiles.to_numpy(dtype=np.float64).T
    reached = middle < _NEVER / 10
    return Medians(
        quartiles.index.to_numpy(dtype=np.float64)[reached],
        middle[reached],
        low[reached],
        np.where(high < _NEVER / 10, high, np.inf)[reached],
    )


def draw_above(axes: Axes, curve: Medians, *, color: str) -> None:
    """Draw values above their points, with quartiles."""
    _require_points(curve)
    axes.fill_between(curve.points, curve.low, _drawable(curve), color=color, alpha=0.18)
    axes.plot(curve.points, curve.middle, color=color, marker="o")


def draw_beside(axes: Axes, curve: Medians, *, color: str, linestyle: str = "-") -> None:
    """Draw values beside their points, which are the heights, with quartiles."""
    _require_points(curve)
    axes.fill_betweenx(curve.points, curve.low, _drawable(curve), color=color, alpha=0.18)
    axes.plot(
        curve.middle,
        curve.points,
        color=color,
        linestyle=linestyle,
        marker="o" if linestyle == "-" else "",
    )


def _drawable(curve: Medians) -> Float64[np.ndarray, " point"]:
    """Return the upper quartiles, infinite ones a little beyond the largest finite value."""
    finite = curve.high[np.isfinite(curve.high)]
    largest = float(max(curve.middle.max(), finite.max(initial=0.0)))
    return np.asarray(np.minimum(curve.high, _BEYOND * largest))


def _require_points(curve: Medians) -> None:
    if not curve.points.size:
        raise ValueError(
            "No point of a curve is reached by half of the runs; train for longer, or look at the "
            "table's rows."
        )
