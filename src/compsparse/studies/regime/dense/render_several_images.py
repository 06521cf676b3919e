"""Render step: errors of networks that hold several pictures, and of those that hold one."""

import pandas as pd

from compsparse.figures import api as fig


@fig.renders("kind", "run", "picture", "error", "ssim")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    """A row of dots for each kind."""
    figure = fig.new_figure(fig.COLUMN, 1.9)
    fig.headline(figure, headline)
    axes = figure.subplots()
    number = table["picture"].nunique()
    names = {"one": "one picture", "several": f"{number} pictures"}
    for place, (kind, color) in enumerate(zip(names, fig.CATEGORIES, strict=False)):
        rows = table[table["kind"] == kind].assign(place=place)
        fig.draw_dots(axes, rows, x="error", y="place", color=color, alpha=0.6)
    fig.set_ticks(axes.yaxis, dict(enumerate(names.values())))
    axes.set(xscale="log", xlabel="mean squared error of a picture", ylim=(-0.6, 1.6))
    fig.footer(figure, f"{table['run'].nunique()} networks of each kind, a dot for each picture.")
    return fig.settle(figure)
