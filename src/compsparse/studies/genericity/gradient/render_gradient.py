"""Render step: squared gradients at the start, by the degree of a parity."""

import pandas as pd

from compsparse.figures import api as fig


@fig.renders("run", "degree", "square", "bound")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    """The mean over all parities of a degree, and the bound that their number gives."""
    figure = fig.new_figure(fig.COLUMN, 2.5)
    fig.headline(figure, headline)
    axes = figure.subplots()
    rows = table.melt(["run", "degree"], ["square", "bound"], "kind", "value")
    styles = {
        "bound": ("all of it, shared by\nparities of a degree", fig.GREY),
        "square": ("parities of a degree", fig.CATEGORIES[0]),
    }
    curves = fig.draw_curves(axes, rows, x="degree", y="value", by="kind", styles=styles)
    axes.set(yscale="log", xlabel="degree", ylabel="squared gradient at the start")
    fig.footer(figure, fig.band_note(curves.bands))
    return fig.settle(figure, fig.label_line_ends(axes, curves.ends))
