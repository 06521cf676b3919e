"""Render step: the share of functions that one gate computes (document 000, Theorem 1, step 2)."""

import pandas as pd

from compsparse.figures import api as fig

_SHARES = (0.01, 1.5)  # of the axis: four inputs have 0.03
_MARGIN = 0.6  # inputs beside the first point, for its label


@fig.renders("inputs", "functions", "single_gates", "summable")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    inputs, shares = table["inputs"], table["single_gates"] / table["functions"]
    figure = fig.new_figure(fig.COLUMN, 2.4)
    axes = figure.subplots()
    fig.headline(figure, headline)
    axes.plot(inputs, shares, color=fig.CATEGORIES[0], marker="o")
    counts = zip(inputs, shares, table["single_gates"], table["functions"], strict=True)
    for n, share, count, total in counts:
        words = f"{count:,.0f}\nof {total:,.0f}"
        fig.write(axes, words, n, share, color=fig.INK, shift=(-4, -3), ha="right", va="top")
    axes.set_yscale("log")
    axes.set_ylim(*_SHARES)
    axes.set_xlim(inputs.min() - _MARGIN, inputs.max() + _MARGIN / 3)
    fig.set_ticks(axes.yaxis, {0.01: "1 %", 0.1: "10 %", 1.0: "100 %"})
    axes.set_xticks(inputs)
    axes.grid(visible=False, axis="x")
    axes.set(xlabel="inputs of the function", ylabel="share of all functions")
    fig.footer(
        figure,
        "Exact counts. Each function has either weights, or two true and two\n"
        "false inputs of equal sum, which exclude any weights.",
    )
    return fig.settle(figure)
