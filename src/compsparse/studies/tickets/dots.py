"""Values of all runs at places along an axis: what figures of several themes are drawn with."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig


def draw_dots(axes: fig.Axes, rows: pd.DataFrame, place: str, value: str, *, color: str) -> None:
    """Draw a dot for each row, hollow if its run is not prunable, and a line over their span.

    Args:
        axes: to draw on.
        rows: with the columns ``place``, ``value`` and prunable.
        place: column along the horizontal axis.
        value: column along the vertical axis.
        color: of all.
    """
    for at, of in rows.groupby(place):
        axes.vlines(float(str(at)), of[value].min(), of[value].max(), color=color, linewidth=1)
    prunable = rows["prunable"].to_numpy(dtype=np.bool_)
    for some, inside in ((prunable, color), (~prunable, "white")):
        axes.plot(
            rows[place][some],
            rows[value][some],
            linestyle="none",
            marker="o",
            markersize=3,
            color=color,
            markerfacecolor=inside,
        )
