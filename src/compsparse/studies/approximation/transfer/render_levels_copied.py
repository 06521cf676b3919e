"""Render step: error by the number of levels that are copied and frozen."""

import pandas as pd

from compsparse.figures import api as fig


@fig.renders("levels", "run", "error")
def run(table: pd.DataFrame, *, headline: fig.Headline, shared: int, examples: int) -> fig.Figure:
    """``shared`` is how many levels source and target share; ``examples`` are the target's."""
    figure = fig.new_figure(fig.COLUMN, 2.6)
    fig.headline(figure, headline)
    axes = figure.subplots()
    places, values = fig.replicate_curves(table, point="levels", value="error")
    band = fig.log_band(values, "error")
    fig.draw_band(axes, places, band, color=fig.CATEGORIES[0])
    axes.plot(places, band.middle, linestyle="none", marker="o", color=fig.CATEGORIES[0])
    fig.mark_place(axes, shared)
    fig.write(
        axes, "shared levels", shared, 0.97, frame="x data", shift=(-4, 0), ha="right", va="top"
    )
    axes.set_yscale("log")
    fig.set_ticks(axes.yaxis, [0.02, 0.05, 0.1, 0.2, 0.5, 1])
    axes.set_ylim(0.9 * band.low.min(), 1.2 * band.high.max())
    fig.set_ticks(axes.xaxis, places)
    axes.set_xlabel("levels copied from the source, and frozen")
    axes.set_ylabel("error over variance")
    fig.footer(figure, f"{examples:,} examples of the target.\n{fig.band_note([band])}")
    return fig.settle(figure)
