"""Render step: kept fractions of MLP weights without retraining, at random and by magnitude."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.tickets.transformer.kept_panels import (
    NOTE,
    Series,
    draw_kept,
    marks_note,
)

_METHODS = {"random": "at random, one shot", "magnitude": "magnitude, one shot", "rounds": "rounds"}


@fig.renders(
    "kind",
    "arity",
    "outputs",
    "run",
    "needs_mlp",
    *(f"{method}_{column}" for method in _METHODS for column in ("kept", "status")),
)
def run(table: pd.DataFrame, *, headline: fig.Headline, at_outputs: int) -> fig.Figure:
    """``at_outputs`` is the number of outputs of the tables shown."""
    figure = fig.new_figure(fig.COLUMN, 2.8)
    fig.headline(figure, headline)
    axes = figure.subplots()
    rows = table[(table["kind"] == "random") & (table["outputs"] == at_outputs)]
    entries = []
    for (method, words), color in zip(_METHODS.items(), fig.CATEGORIES, strict=False):
        draw_kept(axes, rows, "arity", Series(f"{method}_kept", f"{method}_status", color))
        entries.append((words, color))
    low, high = axes.get_ylim()
    axes.set_ylim(low / 8, max(high, 1.6))
    fig.key(axes, entries, corner="lower left")
    axes.set_xlabel(f"arity of tables, {at_outputs} outputs")
    axes.set_ylabel("fraction of MLP weights kept")
    marks = marks_note(rows, [f"{method}_status" for method in _METHODS])
    fig.footer(figure, f"{rows['run'].nunique()} runs. {NOTE}\n{marks}".rstrip())
    return fig.settle(figure)
