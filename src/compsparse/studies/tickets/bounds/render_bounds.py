"""Render step: gap, estimated Rademacher complexities and bounds, by wiring."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.tickets.wired.words import STYLES

_RUNGS = {
    "gap": "gap",
    "supremum_of_nodes": "estimate, norms of nodes",
    "degree": "degree bound, norms of nodes",
    "filter": "Theorem 5, norms of nodes",
    "supremum": "estimate, norms of matrices",
    "frobenius": "Golowich et al.",
    "power_of_two": "Neyshabur et al.",
    "theorem_5": "Theorem 5",
}
_SPREAD = 0.62  # of the four wirings on a rung


@fig.renders("wiring", "run", *_RUNGS)
def run(table: pd.DataFrame, *, headline: fig.Headline, examples: int, signs: int) -> fig.Figure:
    """``examples`` is N; ``signs`` is the number of sign vectors of each run."""
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 3.9)
    fig.headline(figure, headline)
    axes = figure.subplots()
    offsets = np.linspace(_SPREAD / 2, -_SPREAD / 2, len(STYLES))
    for (wiring, (_, color)), offset in zip(STYLES.items(), offsets, strict=True):
        rows = table[table["wiring"] == wiring].sort_values("run")
        # a gap may be 0 or negative, which a logarithmic axis does not show
        values = rows[list(_RUNGS)].clip(lower=1e-3).to_numpy()
        places, middle = np.arange(len(_RUNGS)) + offset, fig.log_band(values).middle
        axes.plot(values.T, places, "o", markersize=2, color=color, alpha=0.35)
        axes.plot(middle, places, "|", markersize=7, color=color)
    axes.set_xscale("log")
    axes.set_yticks(range(len(_RUNGS)), list(_RUNGS.values()))
    axes.axvline(1, color=fig.PALE, zorder=0)
    axes.set_xlabel("gap, or Rademacher complexity")
    fig.key(axes, list(STYLES.values()), corner="lower right")
    fig.footer(
        figure,
        f"N = {examples}; right of the pale line a bound is vacuous. Estimate: supremum, from "
        f"below,\n{signs} sign vectors. Dots: runs, bars: geometric means of "
        f"{table['run'].nunique()}.",
    )
    return fig.settle(figure)
