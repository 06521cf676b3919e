"""Errors as rows of dots, one for each replicate, which figures of several themes draw."""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from compsparse.figures import api as fig

COLORS = {"seen": fig.CATEGORIES[0], "held_out": fig.CATEGORIES[1]}
SEEDS = "{} seeds, a dot for each; tick: geometric mean."
# methods by name, networks with experts and without beside each other
WORDS = {
    "own": "own code, experts",
    "dense_own": "own code, no experts",
    "free": "all codes, experts",
    "dense_all": "all codes, no experts",
    "sparse": "all codes, sparse router",
    "crossed": "next code, experts",
    "flat": "one layer of L E experts",
    "pieces": "one layer of E^L experts",
    "full_pieces": "the same, without limit",
}


def draw_methods(panels: Mapping[str, pd.DataFrame], headline: fig.Headline | str) -> fig.Figure:
    """Draw seen and held-out errors, a panel for each title and a row for each method."""
    table = pd.concat(panels.values())
    words = {name: text for name, text in WORDS.items() if name in set(table["method"])}
    height = 3.2 if len(panels) > 1 else 2.7
    figure, drawn = draw_rows(headline, panels, words, COLORS, by="method", height=height)
    write_key(drawn[-1], len(words))
    fig.footer(figure, f"{SEEDS.format(table['run'].nunique())}\n{edge_note(table)}")
    return fig.settle(figure)


def write_key(axes: fig.Axes, rows: int) -> None:
    """Name the colors of seen and held-out errors above the rows, where there are no dots."""
    axes.set_ylim(-0.6, rows + 0.1)
    for name, words, place in (("seen", "seen", 0.55), ("held_out", "held out", 0.74)):
        color = COLORS[name]
        fig.write(axes, words, place, rows - 0.3, color=color, frame="y data", va="center")


def draw_rows(
    headline: fig.Headline | str,
    panels: Mapping[str, pd.DataFrame],
    words: Mapping[str, str],
    colors: Mapping[str, str],
    *,
    by: str,
    height: float,
) -> tuple[fig.Figure, list[fig.Axes]]:
    """Draw columns of errors: a dot for each run, a tick at the geometric mean.

    Args:
        panels: by title, a row for each run and group.
        words: of the groups, from the highest row down.
        colors: of each column.
        by: column of the groups.
        height: of the figure.
    """
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF if len(panels) > 1 else fig.COLUMN, height)
    fig.headline(figure, headline)
    places = {name: place for place, name in enumerate(reversed(list(words)))}
    drawn = list(figure.subplots(1, len(panels), sharey=True, squeeze=False)[0])
    for axes, (title, table) in zip(drawn, panels.items(), strict=True):
        rows = table.assign(place=table[by].map(places)).dropna(subset=["place"])
        for column, color in colors.items():
            fig.draw_dots(axes, rows, x=column, y="place", color=color, markersize=2.5, alpha=0.6)
            means = np.exp(np.log(rows[column]).groupby(rows["place"]).mean())
            axes.plot(means, means.index, linestyle="none", marker="|", markersize=8, color=color)
        axes.set(xscale="log", xlabel="error over variance", title=title)
        axes.xaxis.set_minor_formatter(fig.NullFormatter())
        fig.set_ticks(axes.yaxis, {place: words[name] for name, place in places.items()})
        axes.set_ylim(-0.6, len(words) - 0.4)
    return figure, drawn


def edge_note(table: pd.DataFrame) -> str:
    """Say of which methods the chosen rate is at the edge of its grid, and how often."""
    counted = table[table["at_edge"]].groupby("method").size()
    if counted.empty:
        return "All chosen rates lie within their grids."
    listed = ", ".join(f"{WORDS[str(name)]} {count}" for name, count in counted.items())
    runs = len(table) // table["method"].nunique()
    return f"Rates at the edge of their grid: {listed} of {runs}."
