"""Render step: hidden units of tickets and weights of each, against what the teacher has."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.tickets.dots import draw_dots

_PANELS = (
    ("constituents", "units", "constituents M", "hidden units that are left"),
    ("arity", "per_unit", "arity k", "weights of each"),
)


@fig.renders("name", "arity", "constituents", "run", "units", "per_unit", "prunable")
def run(table: pd.DataFrame) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.9)
    fig.headline(figure, "About a unit for each constituent, and its arity in each")
    arities = sorted(table["arity"].unique())
    colors = dict(zip(arities, fig.sequential(len(arities)), strict=True))
    panels = figure.subplots(1, 2)
    for axes, (place, value, label, title) in zip(panels, _PANELS, strict=True):
        for arity, rows in table.groupby("arity"):
            draw_dots(axes, rows, place, value, color=colors[arity])
        span = np.array([table[place].min(), table[place].max()], dtype=float)
        axes.plot(span, span, color=fig.INK, linewidth=0.8)
        axes.set_xscale("log", base=2)
        axes.set_yscale("log", base=2)
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_formatter(fig.FuncFormatter(lambda at, _: f"{at:g}"))
        axes.set_xlabel(label)
        axes.set_title(title)
    fig.key(panels[0], [(f"arity {of:g}", colors[of]) for of in arities])
    fig.footer(
        figure,
        f"Tickets: what the last good round of pruning left. Dots: {table['run'].nunique()} runs; "
        "black line: the teacher's.",
    )
    return fig.settle(figure)
