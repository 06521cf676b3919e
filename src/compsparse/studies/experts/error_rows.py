"""Errors as rows of dots, one for each replicate, which figures of several themes draw."""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.experts.learning.measured import WORDS, edge_note

COLORS = {"seen": fig.CATEGORIES[0], "held_out": fig.CATEGORIES[1]}
# networks with experts and without beside each other
_ORDER = [
    "own",
    "dense_own",
    "free",
    "dense_all",
    "sparse",
    "crossed",
    "flat",
    "pieces",
    "full_pieces",
]


def draw_methods(
    table: pd.DataFrame, headline: fig.Headline | str, column: str, titles: Mapping[str, str]
) -> fig.Figure:
    """Draw seen and held-out errors, a panel for each value of a column and a row for each method.

    ``titles`` are those of the panels.
    """
    wide = len(titles) > 1
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF if wide else fig.COLUMN, 3.2 if wide else 2.7)
    fig.headline(figure, headline)
    words = {name: WORDS[name] for name in _ORDER if name in set(table["method"])}
    panels = draw_panels(figure, table, words, COLORS, (column, titles), by="method")
    write_key(panels[-1], len(words))
    seeds = f"{table['run'].nunique()} seeds, a dot for each; tick: geometric mean."
    fig.footer(figure, f"{seeds}\n{edge_note(table)}")
    return fig.settle(figure)


def write_key(axes: fig.Axes, rows: int) -> None:
    """Name the colors of seen and held-out errors above the rows, where there are no dots."""
    axes.set_ylim(-0.6, rows + 0.1)
    for name, words, place in (("seen", "seen", 0.55), ("held_out", "held out", 0.74)):
        color = COLORS[name]
        fig.write(axes, words, place, rows - 0.3, color=color, frame="y data", va="center")


def draw_panels(
    figure: fig.Figure,
    table: pd.DataFrame,
    words: Mapping[str, str],
    values: Mapping[str, str],
    panels: tuple[str, Mapping[str, str]],
    *,
    by: str,
) -> list[fig.Axes]:
    """Draw a panel of rows for each value of a column, with its title; return the panels."""
    column, titles = panels
    drawn = list(figure.subplots(1, len(titles), sharey=True, squeeze=False)[0])
    for axes, (value, title) in zip(drawn, titles.items(), strict=True):
        draw_rows(axes, table[table[column] == value], words, values, by=by)
        axes.set_title(title)
    return drawn


def draw_rows(
    axes: fig.Axes,
    table: pd.DataFrame,
    words: Mapping[str, str],
    values: Mapping[str, str],
    *,
    by: str,
) -> None:
    """Draw columns of errors: a dot for each run, a tick at the geometric mean.

    Args:
        axes: to draw on.
        table: a row for each run and group.
        words: of the groups, from the highest row down.
        values: a color for each column.
        by: column of the groups.
    """
    places = {name: place for place, name in enumerate(reversed(list(words)))}
    rows = table.assign(place=table[by].map(places)).dropna(subset=["place"])
    for column, color in values.items():
        fig.draw_dots(axes, rows, x=column, y="place", color=color, markersize=2.5, alpha=0.6)
        means = np.exp(np.log(rows[column]).groupby(rows["place"]).mean())
        axes.plot(means, means.index, linestyle="none", marker="|", markersize=8, color=color)
    axes.set_xscale("log")
    axes.xaxis.set_minor_formatter(fig.NullFormatter())
    fig.set_ticks(axes.yaxis, {place: words[name] for name, place in places.items()})
    axes.set(xlabel="error over variance", ylim=(-0.6, len(words) - 0.4))
