"""What figures of this study share: panels, power laws beside curves, rows of a kind."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.figures import api as fig
from compsparse.statistics.run_slopes import log_log_slopes

DASHES = (0.0, (3.0, 1.5))
ORDER_COLORS = dict(zip((2, 3, 4), fig.CATEGORIES[:3], strict=True))  # of the activation's k
CROWDED: dict[str, Any] = {"markersize": 2.4, "markeredgewidth": 0, "alpha": 0.6}  # dots
Points = Float64[np.ndarray, " point"]


def panels(
    headline: fig.Headline, width: float, height: float, *grid: int, **layout: Any
) -> tuple[fig.Figure, Any]:
    """Return a figure with a headline, and its panels: one, or a ``grid`` of rows and columns."""
    figure = fig.new_figure(width, height)
    fig.headline(figure, headline)
    return figure, figure.subplots(*grid, **layout)


def log_axes(*drawn: fig.Axes) -> None:
    """Make both axes of all these panels logarithmic."""
    for axes in drawn:
        axes.set(xscale="log", yscale="log")


def draw_power(
    axes: fig.Axes,
    x: Points,
    y: Points,
    exponent: float,
    *,
    beside: float = 1.0,
    beyond: float = 1.0,
    **line: Any,
) -> None:
    """Draw a power law of a curve's mean height in log-log axes.

    ``beside`` is the height as a multiple of the curve's; by ``beyond`` the line is longer.
    """
    middle, height = np.exp(np.log(x).mean()), np.exp(np.log(y).mean())
    ends = np.array([x.min() / beyond, x.max() * beyond])
    style = {"color": fig.GREY, "linewidth": 0.8, "linestyle": DASHES, **line}
    axes.plot(ends, beside * height * (ends / middle) ** exponent, **style)


def mean_slope(rows: pd.DataFrame, x: str, y: str) -> float:
    """Return the mean over runs of the slope of ln y on ln x."""
    return float(log_log_slopes(rows, x, y).mean())


def geometric_means(rows: pd.DataFrame, point: str, value: str) -> tuple[Points, Points]:
    """Return the points of all runs, and the geometric mean over runs at each."""
    points, values = fig.replicate_curves(rows, point=point, value=value)
    return points, fig.log_band(values, value).middle


def draw_bars(axes: fig.Axes, points: Points, band: fig.Band, color: str) -> None:
    """Draw the middle of a band as dots, and its reach as bars."""
    bars = np.maximum(0.0, [band.middle - band.low, band.high - band.middle])
    axes.errorbar(points, band.middle, bars, fmt="o", color=color, elinewidth=0.9)


def rows_by(table: pd.DataFrame, column: str, kinds: Sequence[str]) -> list[pd.DataFrame]:
    """Return the rows of each kind.

    Raises:
        ValueError: a kind has no rows.
    """
    found = [table[table[column] == kind] for kind in kinds]
    for kind, rows in zip(kinds, found, strict=True):
        if rows.empty:
            raise ValueError(
                f"The table has no rows of the {column} {kind!r}; rebuild it with the evaluate "
                "step."
            )
    return found


def middle_exponent(table: pd.DataFrame) -> tuple[float, pd.DataFrame]:
    """Return the middle exponent of a table, and its rows."""
    exponents = np.sort(table["exponent"].unique())
    shown = float(exponents[len(exponents) // 2])
    return shown, table[table["exponent"] == shown]


def table_widths(rows: pd.DataFrame) -> list[int]:
    """Return the numbers of neurons of a table, in increasing order."""
    return sorted(int(width) for width in rows["neurons"].unique())


def count_seeds(count: int) -> str:
    """Return how many seeds there are, in words."""
    return "1 seed" if count == 1 else f"{count} seeds"
