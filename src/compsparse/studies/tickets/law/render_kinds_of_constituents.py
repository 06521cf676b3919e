"""Render step: kept weights of one graph, by what its constituents compute."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.tickets.dots import draw_dots

_WORDS = {"relu": "max(0, z)", "absolute": "|z|", "sine": "sin z"}


@fig.renders("kind", "run", "kept", "edges", "prunable")
def run(table: pd.DataFrame, arity: int, constituents: int) -> fig.Figure:
    """``arity`` and ``constituents`` are named."""
    figure = fig.new_figure(fig.COLUMN, 2.7)
    fig.headline(figure, "What nodes compute counts, too")
    axes = figure.subplots()
    kinds = [of for of in _WORDS if of in set(table["kind"])]
    places = table.assign(place=table["kind"].map({of: at for at, of in enumerate(kinds)}))
    for at, color in zip(range(len(kinds)), fig.CATEGORIES, strict=False):
        draw_dots(axes, places[places["place"] == at], "place", "kept", color=color)
    edges = float(table["edges"].iloc[0])
    axes.axhline(edges, color=fig.INK, linewidth=0.8)
    axes.annotate(
        "teacher's edges",
        (len(kinds) - 1, edges),
        xytext=(0, 3),
        textcoords="offset points",
        ha="right",
        fontsize=fig.SMALL_TEXT_SIZE,
    )
    axes.set_yscale("log", base=2)
    axes.yaxis.set_major_formatter(fig.FuncFormatter(lambda at, _: f"{at:g}"))
    axes.set_xticks(np.arange(len(kinds)), [_WORDS[of] for of in kinds])
    axes.set_xlim(-0.5, len(kinds) - 0.5)
    axes.set_xlabel("constituent of z, a weighted sum of its inputs")
    axes.set_ylabel("weights kept")
    fig.footer(
        figure,
        f"{constituents} constituents of {arity} inputs. Dots: {table['run'].nunique()} runs.",
    )
    return fig.settle(figure)
