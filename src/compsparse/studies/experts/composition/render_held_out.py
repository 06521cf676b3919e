"""Render step: errors on held-out combinations against their number."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.experts.error_rows import WORDS, edge_note


@fig.renders("number", "method", "run", "held_out", "at_edge")
def run(table: pd.DataFrame, *, headline: fig.Headline, combinations: int) -> fig.Figure:
    """A curve for each method; ``combinations`` is the number of all."""
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.5)
    fig.headline(figure, headline)
    axes = figure.subplots()
    ends = []
    methods = dict.fromkeys(table["method"])
    for place, (method, color) in enumerate(zip(methods, fig.CATEGORIES, strict=False)):
        # beside each other, so that no dot hides another one
        rows = table[table["method"] == method]
        rows = rows.assign(beside=rows["number"] + 0.25 * (place - 1))
        fig.draw_dots(axes, rows, x="beside", y="held_out", color=color, markersize=2.5, alpha=0.6)
        means = np.exp(np.log(rows["held_out"]).groupby(rows["beside"]).mean())
        axes.plot(means.index, means, color=color)
        ends.append(fig.LineEnd(means.index[-1], means.iloc[-1], WORDS[method], color))
    axes.set(yscale="log", ylabel="error over variance", title="Held-out combinations")
    axes.set_xlabel(f"combinations held out, of {combinations}")
    fig.set_ticks(axes.xaxis, sorted(set(table["number"])))
    seeds = f"{table['run'].nunique()} seeds, a dot for each; line: geometric mean."
    fig.footer(figure, f"{seeds}\n{edge_note(table)}")
    return fig.settle(figure, fig.label_line_ends(axes, ends))
