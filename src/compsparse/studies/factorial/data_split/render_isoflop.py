"""Render step: unseen loss by share of inputs seen and compute (document 004, Figures 9 and 10)."""

from typing import Any

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.data_split import shares
from compsparse.studies.factorial.drawing.losses import draw_losses, draw_means
from compsparse.studies.factorial.drawing.notation import parent_range


@fig.renders("parents", "seen_fraction", "run", "budget", "flops", "loss", "held_out_loss")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    graphs = sorted(set(table["parents"]))
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.9)
    panels = figure.subplots(1, len(graphs), sharex=True, sharey=True, squeeze=False)[0]
    fig.headline(figure, headline)
    bands, labels = [], []
    for axes, parents in zip(panels, graphs, strict=True):
        curves = _draw_budgets(axes, table[table["parents"] == parents])
        axes.set_title(f"{parent_range([parents])} per output factor")
        bands += curves.bands
        labels.append(fig.label_line_ends(axes, curves.ends))
    for axes in panels:
        shares.share_axis(axes)
    panels[0].set_ylabel("loss on unseen inputs (KL, nats)")
    fig.footer(
        figure,
        "Circles: lowest loss at that compute. Solid: the same held-out inputs for all γ; "
        f"dotted: all unseen inputs.\n{fig.band_note(bands)}",
    )
    return fig.settle(figure, *labels)


def _draw_budgets(axes: fig.Axes, rows: pd.DataFrame) -> fig.Curves:
    flops = rows.groupby("budget")["flops"].first()
    styles = {
        budget: (shares.operations(compute), color)
        for (budget, compute), color in zip(flops.items(), fig.sequential(len(flops)), strict=True)
    }
    drawn: dict[str, Any] = {"x": "seen_fraction", "by": "budget", "styles": styles}
    curves = draw_losses(axes, rows, y="held_out_loss", **drawn)
    draw_means(axes, rows, linewidth=0.8, linestyle=":", **drawn)
    fractions = sorted(set(rows["seen_fraction"]))
    for band, (_, color) in zip(curves.bands, styles.values(), strict=True):
        best = int(np.argmin(band.middle))
        circle: dict[str, Any] = {
            "color": color,
            "markersize": 5,
            "markerfacecolor": "white",
            "mew": 1.3,
        }
        axes.plot(fractions[best], band.middle[best], "o", **circle)
    return curves
