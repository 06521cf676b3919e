"""Errors as rows of dots, which figures of several themes draw."""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from compsparse.figures import api as fig


def draw_rows(
    axes: fig.Axes,
    table: pd.DataFrame,
    column: str,
    words: Mapping[str, str],
    *,
    color: str,
    offset: float = 0.0,
) -> fig.Band:
    """Draw the error of every run as a dot, with mean and range; return the band.

    ``words`` are names of the values of a column, from the lowest row up; the ``offset`` of all
    rows is upwards.
    """
    wide = table.pivot(index="run", columns=column, values="error")[list(words)]
    band = fig.log_band(wide.to_numpy(), "error")
    places = np.arange(len(words)) + offset
    axes.plot(wide.T, places, linestyle="none", marker="o", markersize=2, color=color, alpha=0.4)
    axes.hlines(places, band.low, band.high, color=color, linewidth=1)
    axes.plot(band.middle, places, linestyle="none", marker="|", markersize=9, color=color)
    axes.set_xscale("log")
    axes.xaxis.set_minor_formatter(fig.NullFormatter())
    axes.set_xlabel("error over variance")
    fig.set_ticks(axes.yaxis, dict(enumerate(words.values())))
    axes.set_ylim(-0.6, len(words) - 0.4)
    return band
