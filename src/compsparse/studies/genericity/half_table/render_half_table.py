"""Render step: shares of right values, on the half that was seen and on the other one."""

import pandas as pd

from compsparse.figures import api as fig


@fig.renders("run", "target", "kind", "seen", "unseen")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    """A row for each kind of functions."""
    figure = fig.new_figure(fig.COLUMN, 2.2)
    fig.headline(figure, headline)
    axes = figure.subplots()
    places = {"random": 2, "parity": 1, "majority": 0}
    rows = table.assign(place=table["kind"].map(places))
    keyed = []
    for column, moved, color in (
        ("seen", 0.12, fig.CATEGORIES[0]),
        ("unseen", -0.12, fig.CATEGORIES[1]),
    ):
        beside = rows.assign(place=rows["place"] + moved)
        fig.draw_dots(axes, beside, x=column, y="place", color=color, alpha=0.5)
        keyed.append((f"{column} half", color))
    axes.axvline(0.5, color=fig.GREY, linewidth=0.8)
    fig.set_ticks(axes.yaxis, {place: kind for kind, place in places.items()})
    axes.set(xlabel="share of right signs", ylim=(-0.6, 2.6), xlim=(0, 1.02))
    fig.key(axes, keyed, corner="upper left")
    fig.footer(figure, f"{table['run'].nunique()} seeds, a dot for each function. Line: chance.")
    return fig.settle(figure)
