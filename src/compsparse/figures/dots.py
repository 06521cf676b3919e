"""Dots, one for each row."""

from typing import Any

import numpy as np
import pandas as pd
from jaxtyping import Bool
from matplotlib.axes import Axes


def draw_dots(
    axes: Axes,
    rows: pd.DataFrame,
    *,
    x: str,
    y: str,
    color: str,
    hollow: Bool[np.ndarray, " row"] | None = None,
    **marker: Any,
) -> None:
    """Draw a dot for each row.

    Args:
        axes: to draw on.
        rows: with the columns ``x`` and ``y``.
        x: column along the horizontal axis.
        y: column along the vertical axis.
        color: of all dots.
        hollow: rows whose dot is not filled.
        marker: of matplotlib's lines, such as ``markersize`` and ``alpha``.
    """
    style = {"linestyle": "none", "marker": "o", "markersize": 3, "color": color, **marker}
    empty = np.zeros(len(rows), dtype=bool) if hollow is None else hollow
    axes.plot(rows[x][~empty], rows[y][~empty], **style)
    axes.plot(rows[x][empty], rows[y][empty], **style, markerfacecolor="white")
