"""Render step: the parity as a function of the sum of bits, written by one hidden layer."""

import pandas as pd

from compsparse.figures import api as fig


@fig.renders("degree", "sum", "parity", "output", "units")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN, 2.3)
    fig.headline(figure, headline)
    axes = figure.subplots()
    most = table["degree"].max()
    rows = table[table["degree"] == most].sort_values("sum")
    axes.plot(rows["sum"], rows["output"], color=fig.INK)
    axes.plot(rows["sum"], rows["parity"], color=fig.INK, linestyle="none", marker="o")
    axes.set_yticks([-1, 1])
    axes.set_xlabel(f"sum of the k = {most:g} bits that matter")
    axes.set_ylabel("parity")
    degrees = ", ".join(f"{degree:g}" for degree in sorted(set(table["degree"])))
    fig.footer(
        figure,
        "Line: the network, written down; dots: the parity.\n"
        f"All settings of the bits tried, k = {degrees}.",
    )
    return fig.settle(figure)
