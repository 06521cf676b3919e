"""Render step: errors of three networks, with variables in order and permuted."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.approximation.panels import draw_rows

_NETWORKS = {"dense": "dense", "local": "local", "convolution": "local, shared"}
_TARGETS = {"tree": "equal constituents", "different": "constituents differ"}
# by order of the variables: words, color, and how far above the middle of a row, -1 or 1
_ORDERS = {
    "own": ("in order", fig.CATEGORIES[0], 1),
    "random": ("permuted", fig.CATEGORIES[1], -1),
}


@fig.renders("target", "network", "order", "run", "error")
def run(
    table: pd.DataFrame, *, headline: fig.Headline, variables: int, examples: int
) -> fig.Figure:
    """``variables`` is d; ``examples`` their number."""
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.5)
    fig.headline(figure, headline)
    bands = []
    panels = figure.subplots(1, 2, sharex=True, sharey=True)
    for axes, (target, title) in zip(panels, _TARGETS.items(), strict=True):
        for order, (words, color, side) in _ORDERS.items():
            rows = table[(table["target"] == target) & (table["order"] == order)]
            offset = 0.12 * side
            band = draw_rows(axes, rows, "network", _NETWORKS, color=color, offset=offset)
            bands.append(band)
            if axes is panels[0]:
                place = band.middle[-1], len(_NETWORKS) - 1 + offset
                shift = (0, 12 * side)
                fig.write(axes, words, *place, color=color, shift=shift, ha="center", va="center")
        axes.set_title(title)
    fig.footer(
        figure,
        f"d = {variables}, {examples:,} examples. Dots: runs. {fig.band_note(bands)}\n"
        "Each run has one permutation of the variables, the same for all examples.",
    )
    return fig.settle(figure)
