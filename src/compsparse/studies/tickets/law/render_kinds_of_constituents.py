"""Render step: kept weights of one graph, by what its constituents compute."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.tickets.dots import draw_dots

_WORDS = {"relu": "max(0, z)", "absolute": "|z|", "sine": "sin z"}


@fig.renders("kind", "run", "kept", "edges", "prunable")
def run(
    table: pd.DataFrame, *, headline: fig.Headline, arity: int, constituents: int
) -> fig.Figure:
    """``arity`` and ``constituents`` are those of the graph."""
    figure = fig.new_figure(fig.COLUMN, 2.7)
    fig.headline(figure, headline)
    axes = figure.subplots()
    kinds = [kind for kind in _WORDS if kind in set(table["kind"])]
    for (tick, kind), color in zip(enumerate(kinds), fig.CATEGORIES, strict=False):
        rows = table[table["kind"] == kind].assign(tick=tick)
        draw_dots(axes, rows, "tick", "kept", color=color)
    edges = float(table["edges"].iloc[0])
    axes.axhline(edges, color=fig.INK, linewidth=0.8)
    place = len(kinds) - 1
    fig.write(axes, "teacher's edges", place, edges, color=fig.INK, shift=(0, 3), ha="right")
    axes.set_yscale("log", base=2)
    axes.yaxis.set_major_formatter(fig.FuncFormatter(lambda value, _: f"{value:g}"))
    fig.set_ticks(axes.xaxis, {tick: _WORDS[kind] for tick, kind in enumerate(kinds)})
    axes.set_xlim(-0.5, len(kinds) - 0.5)
    axes.set_xlabel("constituent of z, a weighted sum of its inputs")
    axes.set_ylabel("weights kept")
    fig.footer(
        figure,
        f"{constituents} constituents of {arity} inputs. Dots: {table['run'].nunique()} runs.",
    )
    return fig.settle(figure)
