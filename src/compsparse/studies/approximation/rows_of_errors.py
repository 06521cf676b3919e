"""Errors of several cells as rows of dots: what figures of several themes are drawn with."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from compsparse.figures import api as fig


def draw_rows(
    axes: fig.Axes,
    table: pd.DataFrame,
    column: str,
    order: Sequence[str],
    *,
    color: str,
    shift: float = 0.0,
) -> fig.Band:
    """Draw the error of every run as a dot, with the mean and what the runs span; return the band.

    Args:
        axes: to draw on, errors to the right.
        table: with the columns run, error and ``column``.
        column: what a row is.
        order: values of that column from the lowest row up.
        color: of all rows.
        shift: of all rows, upwards, where several kinds share one.
    """
    wide = table.pivot(index="run", columns=column, values="error")[list(order)]
    band = fig.log_band(wide.to_numpy(), "error")
    places = np.arange(len(order)) + shift
    for values in wide.to_numpy():
        axes.plot(
            values, places, linestyle="none", marker="o", markersize=2, color=color, alpha=0.4
        )
    axes.hlines(places, band.low, band.high, color=color, linewidth=1)
    axes.plot(band.middle, places, linestyle="none", marker="|", markersize=9, color=color)
    axes.set_xscale("log")
    axes.xaxis.set_minor_formatter(fig.NullFormatter())
    axes.set_ylim(-0.6, len(order) - 0.4)
    return band
