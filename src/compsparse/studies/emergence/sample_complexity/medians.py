"""Parts that figures of this theme share.

Medians are over runs, where one that never reaches a point counts as infinite.
"""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.emergence.drawing import Points, log_axes

_BEYOND = 1.25  # how far an infinite quartile is drawn
_NEVER = 1e300  # stands for infinity, of which no quantile can be interpolated

NOTE = "line: median, runs that never get there counted as infinite; band: quartiles"


@dataclass(frozen=True)
class Medians:
    """Medians and quartiles at points with a finite median; the upper quartile may be infinite."""

    points: Points
    middle: Points
    low: Points
    high: Points


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


def draw_medians(
    axes: fig.Axes, curve: Medians, *, color: str, beside: bool = False, dotted: bool = False
) -> None:
    """Draw values with their quartiles above the points, or beside them, which are heights then."""
    if not curve.points.size:
        raise ValueError(
            "No point of a curve is reached by half of the runs; train for longer, or look at the "
            "table's rows."
        )
    # infinite quartiles are drawn a little beyond the largest finite value
    finite = curve.high[np.isfinite(curve.high)]
    largest = float(max(curve.middle.max(), finite.max(initial=0.0)))
    high = np.minimum(curve.high, _BEYOND * largest)
    line = (curve.points, curve.middle)
    if beside:
        axes.fill_betweenx(curve.points, curve.low, high, color=color, alpha=0.18)
        line = line[::-1]
    else:
        axes.fill_between(curve.points, curve.low, high, color=color, alpha=0.18)
    axes.plot(*line, color=color, linestyle=":" if dotted else "-", marker="" if dotted else "o")


def sgd_note(table: pd.DataFrame) -> str:
    """Return the caption's note on SGD: the number of seeds, and of runs that overflowed."""
    runs = table.drop_duplicates(["exponent", "rank", "excess", "run"])
    return (
        f"Online SGD on whole students; {table['run'].nunique()} seeds; "
        f"{int(runs['overflowed'].sum())} of {len(runs)} runs overflow."
    )


def draw_reference(axes: fig.Axes, x: Points, y: Points, slope: float, color: str) -> None:
    """Draw theory's power law through the first point."""
    axes.plot(x, y[0] * (x / x[0]) ** slope, color=color, linestyle="--", linewidth=0.8)


def label_loss_axes(axes: fig.Axes, title: str) -> None:
    """Scale and label axes of the loss by samples."""
    log_axes(axes)
    # room for labels below two powers
    axes.xaxis.set_minor_locator(fig.LogLocator(subs=(2.0, 5.0)))
    axes.set(xlabel="samples n", ylabel="remaining loss", title=title)
