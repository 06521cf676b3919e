"""Dots of how much a learner needed, and triangles where it did not get there."""

import pandas as pd

from compsparse.figures import api as fig


def draw_reached(
    axes: fig.Axes, rows: pd.DataFrame, x: str, reached: str, limit: str, color: str
) -> None:
    """Draw a dot for each row at ``reached``, or a triangle at ``limit`` where that is NaN."""
    for there, marker, y in ((True, "o", reached), (False, "^", limit)):
        chosen = rows[rows[reached].notna() == there]
        fig.draw_dots(axes, chosen, x=x, y=y, color=color, marker=marker, markersize=3.5)
