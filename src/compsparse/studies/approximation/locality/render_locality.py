"""Render step: errors of three networks, with variables in order and permuted."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.approximation.rows_of_errors import draw_rows

_NETWORKS = {"dense": "dense", "local": "local", "convolution": "local, shared"}
_TARGETS = {"tree": "equal constituents", "different": "constituents differ"}
_ORDERS = {"own": "in order", "random": "permuted"}
_OFFSETS = {"own": 0.12, "random": -0.12}


@fig.renders("target", "network", "order", "run", "error")
def run(table: pd.DataFrame, *, variables: int, examples: int) -> fig.Figure:
    """``variables`` is d; ``examples`` their number."""
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.5)
    fig.headline(figure, "Convolutions owe more to locality than to shared weights")
    panels = figure.subplots(1, 2, sharex=True, sharey=True)
    bands = []
    colors = dict(zip(_ORDERS, fig.CATEGORIES, strict=False))
    for axes, (target, title) in zip(panels, _TARGETS.items(), strict=True):
        for order, offset in _OFFSETS.items():
            rows = table[(table["target"] == target) & (table["order"] == order)]
            drawn = draw_rows(
                axes, rows, "network", list(_NETWORKS), color=colors[order], offset=offset
            )
            bands.append(drawn)
        axes.set_xlabel("error over variance")
        axes.set_title(title)
    for (order, offset), band in zip(_OFFSETS.items(), bands, strict=False):
        panels[0].annotate(
            _ORDERS[order],
            (band.middle[-1], len(_NETWORKS) - 1 + offset),
            xytext=(0, 12 if order == "own" else -12),
            textcoords="offset points",
            ha="center",
            va="center",
            color=fig.for_text(colors[order]),
            fontsize=fig.SMALL_TEXT_SIZE,
        )
    panels[0].set_yticks(range(len(_NETWORKS)), list(_NETWORKS.values()))
    fig.footer(
        figure,
        f"d = {variables}, {examples:,} examples. Dots: runs. {fig.band_note(bands)}\n"
        "Each run has one permutation of the variables, the same for all examples.",
    )
    return fig.settle(figure)
