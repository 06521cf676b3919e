"""Render step: the share of functions that one gate computes (document 000, Theorem 1, step 2)."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig

_SHARES = (0.01, 1.5)  # of the axis: four inputs have 0.03
_MARGIN = 0.6  # inputs beside the first point, for its label


@fig.renders("inputs", "functions", "single_gates", "summable")
def run(table: pd.DataFrame) -> fig.Figure:
    counts = table["single_gates"].to_numpy(dtype=np.float64)
    functions = table["functions"].to_numpy(dtype=np.float64)
    inputs = table["inputs"].to_numpy(dtype=np.float64)
    figure = fig.new_figure(fig.COLUMN, 2.4)
    axes = figure.subplots()
    fig.headline(figure, "Few functions are a single threshold gate")
    shares = counts / functions
    axes.plot(inputs, shares, color=fig.CATEGORIES[0], marker="o")
    for x, share, count, total in zip(inputs, shares, counts, functions, strict=True):
        axes.annotate(
            f"{count:,.0f}\nof {total:,.0f}",
            (x, share),
            xytext=(-4, -3),
            textcoords="offset points",
            ha="right",
            va="top",
            color=fig.INK,
            fontsize=fig.SMALL_TEXT_SIZE,
        )
    axes.set_yscale("log")
    axes.set_ylim(*_SHARES)
    axes.set_xlim(inputs[0] - _MARGIN, inputs[-1] + _MARGIN / 3)
    axes.set_yticks([0.01, 0.1, 1.0], ["1 %", "10 %", "100 %"])
    axes.yaxis.set_minor_locator(fig.NullLocator())
    axes.set_xticks(inputs)
    axes.grid(visible=False, axis="x")
    axes.set_xlabel("inputs of the function")
    axes.set_ylabel("share of all functions")
    fig.footer(
        figure,
        "Exact counts. Each function has either weights, or two true and two\n"
        "false inputs of equal sum, which exclude any weights.",
    )
    return fig.settle(figure)
