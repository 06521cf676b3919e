"""A line of a figure that shows every seed."""

import numpy as np
from jaxtyping import Float64

from compsparse.figures import api as fig


def draw_seeds(
    axes: fig.Axes, place: int, values: Float64[np.ndarray, " seed"], color: str
) -> None:
    """Draw a dot for each seed at this height, and a bar at their mean; nothing of no seeds."""
    if len(values):
        heights = np.full(len(values), place)
        axes.plot(values, heights, "o", color=color, alpha=0.4, markersize=3)
        axes.plot(values.mean(), place, "|", color=color, markersize=12, markeredgewidth=2)
