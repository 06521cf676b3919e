"""Parts that figures of exponents share: theory's line, notes for captions."""

from typing import Any

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.emergence.drawing import Points, count_seeds, draw_power

# wide and pale, below the measurement, which is in color
_WIDE: dict[str, Any] = {
    "color": "#cecece",
    "linewidth": 3.4,
    "linestyle": "-",
    "solid_capstyle": "butt",
    "zorder": 1.2,
}
LARGE = (0.0, (1.2, 1.2))  # line of the teachers with more directions


def draw_theory(axes: fig.Axes, x: Points, y: Points, exponent: float, beyond: float = 1.0) -> None:
    """Draw a power law below a curve in log-log axes."""
    draw_power(axes, x, y, exponent, beyond=beyond, **_WIDE)


def nothing_learned(headline: fig.Headline, width: float) -> fig.Figure:
    """Return a figure ``width`` inches wide for tables without a curve."""
    figure = fig.new_figure(width, 0.5)
    axes = figure.subplots()
    axes.set_axis_off()
    fig.headline(figure, headline)
    fig.write(axes, "Runs did not learn all directions", 0.0, 0.5, frame="axes")
    return fig.settle(figure)


def seeds(table: pd.DataFrame) -> str:
    """Return the number of seeds of a table, and of those that did not learn all directions."""
    learned = table.groupby("run")["complete"].all()
    missed = int((~learned.astype(bool)).sum())
    note = count_seeds(len(learned))
    return note if not missed else f"{note} ({missed} left out where a direction was not learned)"
