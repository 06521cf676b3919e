"""Render step: unseen loss by share of inputs seen and compute (document 004, Figures 9 and 10)."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.data_split import shares
from compsparse.studies.factorial.drawing.loss_band import loss_band


@fig.renders("parents", "seen_fraction", "run", "budget", "flops", "loss", "held_out_loss")
def run(table: pd.DataFrame) -> fig.Figure:
    graphs = sorted(set(table["parents"]))
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.9)
    panels = figure.subplots(1, len(graphs), sharex=True, sharey=True, squeeze=False)[0]
    fig.headline(figure, "At equal compute, fewer inputs seen more often are best")
    bands: list[fig.Band] = []
    labels = []
    for axes, parents in zip(panels, graphs, strict=True):
        axes.set_yscale("log")
        ends = _draw_budgets(axes, table[table["parents"] == parents], bands)
        axes.set_title(f"{shares.parents_name(parents)} per output factor")
        labels.append(fig.label_line_ends(axes, ends))
    shares.share_axis(panels[0])
    panels[0].set_ylabel("loss on unseen inputs (KL, nats)")
    for axes in panels:
        axes.set_xlabel(shares.SHARE_NAME)
    fig.footer(
        figure,
        "Circles: lowest loss at that compute. Solid: the same held-out inputs for all γ; "
        f"dotted: all unseen inputs.\n{fig.band_note(bands)}",
    )
    return fig.settle(figure, *labels)


def _draw_budgets(axes: fig.Axes, table: pd.DataFrame, bands: list[fig.Band]) -> list[fig.LineEnd]:
    budgets = sorted(set(table["budget"]))
    ends = []
    for budget, color in zip(budgets, fig.sequential(len(budgets)), strict=True):
        rows = table[table["budget"] == budget]
        fractions, judged = fig.replicate_curves(rows, point="seen_fraction", value="held_out_loss")
        _, unseen = fig.replicate_curves(rows, point="seen_fraction", value="loss")
        band = loss_band(judged)
        bands.append(band)
        fig.draw_band(axes, fractions, band, color=color)
        axes.plot(fractions, loss_band(unseen).middle, color=color, linewidth=0.8, linestyle=":")
        best = int(np.argmin(band.middle))
        axes.plot(
            fractions[best],
            band.middle[best],
            "o",
            markersize=5,
            markerfacecolor="white",
            markeredgecolor=color,
            markeredgewidth=1.3,
        )
        text = shares.operations(float(rows["flops"].iloc[0]))
        ends.append(fig.LineEnd(float(fractions[-1]), float(band.middle[-1]), text, color))
    return ends
