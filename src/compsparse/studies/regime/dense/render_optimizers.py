"""Render step: training loss against the rate, by optimizer."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.regime.measures.render_kinds import OPTIMIZERS


@fig.renders("optimizer", "rate", "run", "loss")
def run(table: pd.DataFrame, *, headline: fig.Headline, steps: int) -> fig.Figure:
    """A curve for each optimizer."""
    figure = fig.new_figure(fig.COLUMN, 2.5)
    fig.headline(figure, headline)
    axes = figure.subplots()
    styles = {
        name: (words, color)
        for (name, words), color in zip(OPTIMIZERS.items(), fig.CATEGORIES, strict=False)
    }
    curves = fig.draw_curves(
        axes, table, x="rate", y="loss", by="optimizer", styles=styles, geometric=True, marker="o"
    )
    axes.set(xscale="log", yscale="log", xlabel="learning rate, constant")
    axes.set_ylabel(f"training loss after {steps} steps")
    fig.footer(figure, fig.band_note(curves.bands))
    return fig.settle(figure, fig.label_line_ends(axes, curves.ends))
