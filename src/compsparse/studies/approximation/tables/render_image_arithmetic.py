"""Render step: log10 of the count for images, beside that for one constituent."""

import pandas as pd

from compsparse.figures import api as fig


@fig.renders("variables", "order", "log10_numbers", "log10_numbers_of_a_constituent")
def run(table: pd.DataFrame, *, headline: fig.Headline, digits: int) -> fig.Figure:
    """The error is 10^-``digits``."""
    figure = fig.new_figure(fig.COLUMN, 2.4)
    fig.headline(figure, headline)
    axes = figure.subplots()
    rows = table[::-1].assign(place=range(len(table)))
    counts, small = rows["log10_numbers"], rows["log10_numbers_of_a_constituent"]
    of_image, of_constituent = fig.CATEGORIES[:2]
    axes.hlines(rows["place"], small, counts, color=fig.PALE, linewidth=2)
    axes.plot(counts, rows["place"], linestyle="none", marker="o", color=of_image)
    axes.plot(small, rows["place"], linestyle="none", marker="o", color=of_constituent)
    for place, count in enumerate(counts):
        text = f"10{fig.superscript(round(count))}"
        fig.write(axes, text, count, place, color=of_image, shift=(0, 5), ha="right")
    text = "each constituent of two pixels"
    fig.write(axes, text, small.iloc[0], 0, color=of_constituent, shift=(6, 5))
    axes.set_xscale("log")
    names = [f"d = {row.variables:,}, m = {row.order}" for row in rows.itertuples()]
    fig.set_ticks(axes.yaxis, dict(enumerate(names)))
    axes.set_ylim(-0.5, len(names) - 0.3)
    axes.set_xlabel("log10 of the count")
    fig.footer(
        figure, f"The count of the theorem, eps^(-d/m), for eps = 10{fig.superscript(-digits)}."
    )
    return fig.settle(figure)
