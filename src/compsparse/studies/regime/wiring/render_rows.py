"""Render step: rows of dots by kind of network.

How far two edits are from composing; and volume and gradient noise.
"""

from collections.abc import Sequence

import pandas as pd

from compsparse.figures import api as fig
from compsparse.figures.replicates import require_columns
from compsparse.studies.regime.measures.measured import NAMES
from compsparse.studies.regime.measures.render_kinds import COLORS

_WORDS = {
    "relative_error": "error of the sum of two edits",
    "radius": "step to a visible change,\nrelative, log10",
    "noise": "noise of gradients,\nlog10",
}


@fig.renders("run", "kind")
def run(
    table: pd.DataFrame, *, headline: fig.Headline, measures: Sequence[str], note: str = ""
) -> fig.Figure:
    """A panel for each measure, a row for each kind; ``note`` is the first line of the footer."""
    require_columns(table, measures, "the table")
    kinds = list(dict.fromkeys(table["kind"]))[::-1]
    several = len(measures) > 1
    wide, high = (fig.COLUMN_AND_A_HALF, 1.5) if several else (fig.COLUMN, 1.3)
    figure = fig.new_figure(wide, high + 0.24 * len(kinds))
    fig.headline(figure, headline)
    panels = figure.subplots(1, len(measures), sharey=True, squeeze=False)[0]
    for axes, measure in zip(panels, measures, strict=True):
        for place, kind in enumerate(kinds):
            rows = table[table["kind"] == kind].assign(place=place)
            fig.draw_dots(axes, rows, x=measure, y="place", color=COLORS[kind])
            mean = rows[measure].mean()
            axes.plot(mean, place, marker="|", markersize=11, color=COLORS[kind])
        axes.set(xlabel=_WORDS[measure], ylim=(-0.6, len(kinds) - 0.4))
        if measure == "relative_error":
            axes.set_xlim(0, None)
    fig.set_ticks(panels[0].yaxis, {place: NAMES[kind] for place, kind in enumerate(kinds)})
    scenes = f"{table['run'].nunique()} scenes,"
    said = f"{note} {scenes}\n" if note else f"{scenes} "
    fig.footer(figure, f"{said}a dot for each network; tick: mean.")
    return fig.settle(figure)
