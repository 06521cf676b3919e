"""Render step: log10 of the count for images, beside that for one constituent."""

import pandas as pd

from compsparse.figures import api as fig


@fig.renders("variables", "order", "log10_numbers", "log10_numbers_of_a_constituent")
def run(table: pd.DataFrame, *, digits: int) -> fig.Figure:
    """The error is 10^-``digits``."""
    figure = fig.new_figure(fig.COLUMN, 2.4)
    fig.headline(figure, "An image, as one function of all pixels")
    axes = figure.subplots()
    names = [f"d = {row.variables:,}, m = {row.order}" for row in table.itertuples()][::-1]
    values = table["log10_numbers"].to_numpy()[::-1]
    small = table["log10_numbers_of_a_constituent"].to_numpy()[::-1]
    places = range(len(names))
    axes.hlines(places, small, values, color=fig.PALE, linewidth=2)
    axes.plot(values, places, linestyle="none", marker="o", color=fig.CATEGORIES[0])
    axes.plot(small, places, linestyle="none", marker="o", color=fig.CATEGORIES[1])
    for place, value in zip(places, values, strict=True):
        axes.annotate(
            f"10{fig.superscript(round(value))}",
            (value, place),
            xytext=(0, 5),
            textcoords="offset points",
            ha="right",
            color=fig.for_text(fig.CATEGORIES[0]),
        )
    axes.annotate(
        "each constituent of two pixels",
        (small[0], 0),
        xytext=(6, 5),
        textcoords="offset points",
        color=fig.for_text(fig.CATEGORIES[1]),
        fontsize=fig.SMALL_TEXT_SIZE,
    )
    axes.set_xscale("log")
    axes.set_yticks(list(places), names)
    axes.set_ylim(-0.5, len(names) - 0.3)
    axes.set_xlabel("log10 of the count")
    fig.footer(
        figure, f"The count of the theorem, eps^(-d/m), for eps = 10{fig.superscript(-digits)}."
    )
    return fig.settle(figure)
