"""Errors on trees as lines, one for each method."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.approximation.samples.methods import METHODS


def draw_methods(rows: pd.DataFrame, x: str, label: str, headline: fig.Headline) -> fig.Figure:
    """Draw errors on trees against a column, with a band for each method."""
    figure = fig.new_figure(fig.COLUMN, 3.0)
    fig.headline(figure, headline)
    axes = figure.subplots()
    styles = {
        name: (word, color)
        for (name, word), color in zip(METHODS.items(), fig.CATEGORIES, strict=False)
        if name in set(rows["method"])
    }
    curves = fig.draw_curves(axes, rows, x=x, y="error", by="method", styles=styles, geometric=True)
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    fig.set_ticks(axes.xaxis, sorted(set(rows[x])))
    axes.set(xlabel=label, ylabel="error over variance")
    fig.footer(
        figure,
        "Targets: trees, a drawn one in each run. Networks have as many\n"
        f"weights as the tree network.\n{fig.band_note(curves.bands)}",
    )
    return fig.settle(figure, fig.label_line_ends(axes, curves.ends))
