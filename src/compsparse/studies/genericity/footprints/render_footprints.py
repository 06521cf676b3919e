"""Render step: linear shares by examples against those in closed form."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.genericity.footprints.evaluate_footprints import KINDS


@fig.renders("run", "kind", "value", "exact", "estimated")
def run(table: pd.DataFrame, *, headline: fig.Headline, examples: int) -> fig.Figure:
    """A dot for each run, on the diagonal where both agree."""
    figure = fig.new_figure(fig.COLUMN, 2.7)
    fig.headline(figure, headline)
    axes = figure.subplots()
    ends = table["exact"].min(), table["exact"].max()
    axes.plot(ends, ends, color=fig.GREY, linewidth=0.8)
    for kind, color in zip(KINDS, fig.CATEGORIES, strict=False):
        rows = table[table["kind"] == kind]
        fig.draw_dots(axes, rows, x="exact", y="estimated", color=color, alpha=0.6)
    axes.set(xscale="log", yscale="log", xlabel="footprint, closed form")
    axes.set_ylabel("from examples")
    for axis in (axes.xaxis, axes.yaxis):
        fig.set_ticks(axis, [0.05, 0.1, 0.2, 0.5])
    fig.key(axes, list(zip(KINDS.values(), fig.CATEGORIES, strict=False)))
    runs = table["run"].nunique()
    fig.footer(figure, f"{examples:,} examples; {runs} seeds, a dot for each. Line: equal.")
    return fig.settle(figure)
