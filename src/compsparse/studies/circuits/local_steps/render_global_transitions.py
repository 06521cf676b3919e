"""Render step: samples to learn a step with and without locality (document 000, Figure 10.2)."""

import pandas as pd

from compsparse.figures import api as fig

_STYLES = {
    "whole": ("table of whole states", fig.CATEGORIES[0]),
    "block": ("table of blocks of 2 × 2 cells", fig.CATEGORIES[1]),
}


@fig.renders("learner", "cells", "run", "states", "expected")
def run(table: pd.DataFrame, *, headline: fig.Headline, share: float) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN, 2.6)
    axes = figure.subplots()
    fig.headline(figure, headline)
    curves = fig.draw_curves(
        axes, table, x="cells", y="states", by="learner", styles=_STYLES, geometric=True
    )
    fig.draw_dots(axes, table, x="cells", y="expected", color=fig.GREY, markersize=2.5)
    whole, block = curves.ends
    fig.write(axes, whole.text, whole.x, whole.y, color=whole.color, shift=(6, 0), va="center")
    fig.write(axes, block.text, block.x, block.y, color=block.color, shift=(0, 12), ha="right")
    axes.set_yscale("log")
    fig.set_ticks(axes.xaxis, sorted(set(table["cells"])))
    axes.set(xlabel="cells of the grid", ylabel=f"states seen until {share:.0%} are right")
    note = fig.band_note(curves.bands)
    fig.footer(figure, f"One step of billiard balls. Dots: calculated means.\n{note}")
    return fig.settle(figure)
