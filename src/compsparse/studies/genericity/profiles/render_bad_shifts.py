"""Render step: shifts at which functions have no linear part, on a line for each kind."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.genericity.target.kinds import KINDS


@fig.renders("kind", "run", "number", "shift")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    """A dot for each bad shift of each function."""
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.2)
    fig.headline(figure, headline)
    axes = figure.subplots()
    places = {kind: place for place, kind in enumerate(reversed(KINDS))}
    drawn = table.assign(place=table["kind"].map(places))
    fig.draw_dots(axes, drawn, x="shift", y="place", color=fig.CATEGORIES[1], alpha=0.7)
    most = table.groupby("kind")["number"].max()
    names = {place: f"{KINDS[kind]} (at most {most[kind]})" for kind, place in places.items()}
    fig.set_ticks(axes.yaxis, names)
    for place in names:
        axes.axhline(place, color=fig.GREY, linewidth=0.5, zorder=0)
    axes.set_xscale("symlog", linthresh=2)
    fig.set_ticks(axes.xaxis, [-10, -1, 0, 1, 10])
    axes.set(xlabel="shift c without a linear part", ylim=(-0.6, len(names) - 0.4))
    fig.footer(figure, f"{table['run'].nunique()} functions of each random kind.")
    return fig.settle(figure)
