"""Render step: errors of all methods at one d and number of examples, tree beside generic."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.approximation.methods import METHODS, TARGETS
from compsparse.studies.approximation.panels import draw_rows


@fig.renders("target", "method", "run", "error", "parameters")
def run(
    table: pd.DataFrame, *, headline: fig.Headline, variables: int, examples: int
) -> fig.Figure:
    """``variables`` is d; ``examples`` how many there are."""
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.9)
    fig.headline(figure, headline)
    panels = figure.subplots(1, 2, sharex=True, sharey=True)
    methods = dict(reversed(METHODS.items()))
    bands = []
    for axes, (target, title), color in zip(panels, TARGETS.items(), fig.CATEGORIES, strict=False):
        rows = table[table["target"] == target]
        bands.append(draw_rows(axes, rows, "method", methods, color=color))
        axes.set_title(title)
    networks = table["method"].isin({"tree", "shallow", "dense", "convolution"})
    sizes = table[networks]["parameters"]
    fig.footer(
        figure,
        f"d = {variables}, {examples:,} examples; networks of {sizes.min():,} to "
        f"{sizes.max():,} weights.\nDots: runs. {fig.band_note(bands)}",
    )
    return fig.settle(figure)
