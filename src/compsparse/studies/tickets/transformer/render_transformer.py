"""Render step: kept fractions of MLP weights, by arity and by number of outputs."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.tickets.transformer.kept_panels import (
    NOTE,
    Series,
    draw_kept,
    marks_note,
)


@fig.renders("kind", "arity", "outputs", "run", "width", "needs_mlp", "kept", "status")
def run(
    table: pd.DataFrame, *, headline: fig.Headline, at_arity: int, at_outputs: int
) -> fig.Figure:
    """``at_arity`` is where the number of outputs varies, ``at_outputs`` where the arity does."""
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.6)
    fig.headline(figure, headline)
    tables = table[table["kind"] == "random"]
    widest = tables["width"].max()
    usual, wide = tables[tables["width"] == 1], tables[tables["width"] == widest]
    parts = (
        (usual[usual["outputs"] == at_outputs], "arity", f"{at_outputs} outputs"),
        (usual[usual["arity"] == at_arity], "outputs", f"{at_arity} bits"),
        (wide, "outputs", f"{at_arity} bits, {widest}x units"),
    )
    panels = figure.subplots(1, 3, sharey=True, width_ratios=[3, 2, 2])
    for axes, (rows, column, title) in zip(panels, parts, strict=True):
        draw_kept(axes, rows, column, Series("kept", "status", fig.CATEGORIES[0]))
        _draw_proportion(axes, rows, column)
        axes.set_title(title)
        axes.set_xlabel(column)
    panels[0].set_ylabel("fraction of MLP weights kept")
    fig.footer(
        figure,
        f"Tables, {tables['run'].nunique()} runs. {NOTE} Dashes: proportional to arity times "
        f"outputs.\n{marks_note(tables, ['status'])}".rstrip(),
    )
    return fig.settle(figure)


def _draw_proportion(axes: fig.Axes, rows: pd.DataFrame, column: str) -> None:
    """Draw the line of fractions proportional to a column, through the geometric mean."""
    kept = rows.dropna(subset="kept")
    if kept.empty:
        return
    values = np.array(sorted(set(rows[column])), dtype=np.float64)
    factor = np.exp((np.log(kept["kept"]) - np.log(kept[column])).mean())
    axes.plot(factor * values, color=fig.GREY, linewidth=0.8, dashes=(4, 2), zorder=0)
