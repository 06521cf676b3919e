"""Parts that figures of exponents share: theory's line, notes for captions."""

import numpy as np
import pandas as pd
from jaxtyping import Float64
from matplotlib.axes import Axes

from compsparse.figures import api as fig

_SHADE = "#cecece"  # below the measurement, which is in color
_WIDTH = 3.4  # points: visible on both sides of a line


def draw_theory(
    axes: Axes,
    x: Float64[np.ndarray, " point"],
    y: Float64[np.ndarray, " point"],
    exponent: float,
    beyond: float = 1.0,
) -> None:
    """Draw a power law below a curve in log-log axes, extended by the factor ``beyond``."""
    height = np.exp(np.log(y).mean() - exponent * np.log(x).mean())
    ends = np.array([x.min() / beyond, x.max() * beyond])
    axes.plot(
        ends,
        height * ends**exponent,
        color=_SHADE,
        linewidth=_WIDTH,
        solid_capstyle="butt",
        zorder=1.2,
    )


def nothing_learned(width: float) -> fig.Figure:
    """Return a figure ``width`` inches wide for tables without a curve."""
    figure = fig.new_figure(width, 0.5)
    figure.subplots().set_axis_off()
    fig.headline(figure, "Runs did not learn all directions")
    return fig.settle(figure)


def seeds(table: pd.DataFrame) -> str:
    """Return the number of seeds of a table, and of those that did not learn all directions."""
    learned = table.groupby("run")["complete"].all()
    missed = int((~learned.astype(bool)).sum())
    note = "1 seed" if len(learned) == 1 else f"{len(learned)} seeds"
    return note if not missed else f"{note} ({missed} left out where a direction was not learned)"
