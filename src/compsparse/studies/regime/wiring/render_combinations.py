"""Render step: how far two edits are from composing, by kind of network."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.regime.kinds import COLORS, NAMES


@fig.renders("run", "kind", "relative_error")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    """A row of dots for each kind."""
    kinds = list(dict.fromkeys(table["kind"]))[::-1]
    figure = fig.new_figure(fig.COLUMN, 1.3 + 0.24 * len(kinds))
    fig.headline(figure, headline)
    axes = figure.subplots()
    for place, kind in enumerate(kinds):
        rows = table[table["kind"] == kind].assign(place=place)
        fig.draw_dots(axes, rows, x="relative_error", y="place", color=COLORS[kind])
        mean = rows["relative_error"].mean()
        axes.plot(mean, place, marker="|", markersize=11, color=COLORS[kind])
    fig.set_ticks(axes.yaxis, {place: NAMES[kind] for place, kind in enumerate(kinds)})
    axes.set(xlabel="error of the sum of two edits", xlim=(0, None))
    axes.set_ylim(-0.6, len(kinds) - 0.4)
    fig.footer(
        figure,
        f"0: edits of two parts compose. {table['run'].nunique()} scenes,\n"
        "a dot for each network; tick: mean.",
    )
    return fig.settle(figure)
