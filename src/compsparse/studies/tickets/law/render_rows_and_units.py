"""Render step: hidden units of tickets and weights of each, against what the teacher has."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.tickets.dots import arity_styles, draw_by_arity, use_powers_of_two

_PANELS = (
    ("constituents", "units", "constituents M", "hidden units left"),
    ("arity", "per_unit", "arity k", "weights of each"),
)


@fig.renders("name", "arity", "constituents", "run", "units", "per_unit", "prunable")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.9)
    fig.headline(figure, headline)
    styles = arity_styles(table)
    panels = figure.subplots(1, 2)
    for axes, (x, y, label, title) in zip(panels, _PANELS, strict=True):
        draw_by_arity(axes, table, x, y, styles)
        span = np.array([table[x].min(), table[x].max()], dtype=float)
        axes.plot(span, span, color=fig.INK, linewidth=0.8)
        use_powers_of_two(axes)
        axes.set_xlabel(label)
        axes.set_title(title)
    fig.key(panels[0], list(styles.values()))
    fig.footer(
        figure,
        f"Tickets: what the last good round of pruning kept. Dots: {table['run'].nunique()} runs; "
        "black line: the teacher's.",
    )
    return fig.settle(figure)
