"""Render step: mean squared correlation of two targets against N - 1, a line for each k."""

import pandas as pd

from compsparse.figures import api as fig


@fig.renders("folds", "symbols", "group", "mean_square", "expected")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN, 2.9)
    fig.headline(figure, headline)
    axes = figure.subplots()
    means = table.groupby(["folds", "symbols"], as_index=False).mean()
    means = means.assign(others=means["symbols"] - 1, run=0)
    folds = sorted(set(table["folds"]))
    styles = {
        k: (f"k = {k}: (N − 1)⁻{fig.superscript(2 * k)}", color)
        for k, color in zip(folds, fig.sequential(len(folds)), strict=True)
    }
    curves = fig.draw_curves(axes, means, x="others", y="expected", by="folds", styles=styles)
    for k, (_, color) in styles.items():
        rows = means[means["folds"] == k]
        fig.draw_dots(axes, rows, x="others", y="mean_square", color=color)
    axes.set_xscale("log")
    axes.set_yscale("log")
    fig.set_ticks(axes.xaxis, sorted(set(means["others"])))
    axes.set_xlabel("N − 1")
    axes.set_ylabel("mean squared correlation of two targets")
    fig.footer(
        figure,
        "Lines: formula; dots: random pairs of targets. Targets that\n"
        "hardly correlate take many queries, or exact ones, to tell\n"
        "apart: an ingredient of the lower bound, not the bound.",
    )
    return fig.settle(figure, fig.label_line_ends(axes, curves.ends))
