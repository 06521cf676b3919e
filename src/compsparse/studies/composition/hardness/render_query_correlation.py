"""Render step: mean squared correlation of two targets against N - 1, a line for each k."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig

_RAISED = {1: "²", 2: "⁴", 4: "⁸"}


@fig.renders("folds", "symbols", "group", "mean_square", "expected")
def run(table: pd.DataFrame) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN, 2.9)
    fig.headline(figure, "Each fold more hides targets from queries")
    axes = figure.subplots()
    folds = sorted(set(table["folds"]))
    ends = []
    for k, color in zip(folds, fig.sequential(len(folds)), strict=True):
        rows = table[table["folds"] == k]
        means = rows.groupby("symbols")["mean_square"].mean()
        theory = rows.groupby("symbols")["expected"].first()
        others = means.index.to_numpy(dtype=np.float64) - 1
        axes.plot(others, theory, color=color)
        axes.plot(others, means, color=color, linestyle="none", marker="o")
        text = f"k = {k}: (N − 1)⁻{_RAISED.get(k, f'^{2 * k}')}"
        ends.append(fig.LineEnd(others[-1], float(theory.iloc[-1]), text, color))
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.xaxis.set_major_locator(fig.FixedLocator(sorted(set(table["symbols"] - 1))))
    axes.xaxis.set_major_formatter(fig.FuncFormatter(lambda value, _: f"{value:g}"))
    axes.xaxis.set_minor_locator(fig.NullLocator())
    axes.set_xlabel("N − 1")
    axes.set_ylabel("mean squared correlation of two targets")
    fig.footer(
        figure,
        "Lines: formula; dots: random pairs of targets. Targets that\n"
        "hardly correlate take many queries, or exact ones, to tell\n"
        "apart: an ingredient of the lower bound, not the bound.",
    )
    return fig.settle(figure, fig.label_line_ends(axes, ends))
