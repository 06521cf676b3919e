"""Render step: final loss on unseen inputs by share of inputs seen (document 004, Figure 8)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.data_split import shares
from compsparse.studies.factorial.drawing.loss_band import loss_band


@fig.renders("parents", "seen_fraction", "run", "loss", "held_out_loss")
def run(table: pd.DataFrame) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN, 2.9)
    axes = figure.subplots()
    fig.headline(figure, "Sparser graphs need fewer seen inputs")
    bands, ends = [], []
    for parents, color in shares.parents_colors(table["parents"]).items():
        rows = table[table["parents"] == parents]
        fractions, judged = fig.replicate_curves(rows, point="seen_fraction", value="held_out_loss")
        _, unseen = fig.replicate_curves(rows, point="seen_fraction", value="loss")
        band = loss_band(judged)
        fig.draw_band(axes, fractions, band, color=color)
        axes.plot(fractions, band.middle, "o", color=color, markersize=2.6)
        complement = loss_band(unseen).middle
        axes.plot(fractions, complement, color=color, linewidth=0.8, linestyle=(0, (2.5, 1.5)))
        bands.append(band)
        text = shares.parents_name(parents)
        ends.append(fig.LineEnd(float(fractions[-1]), float(band.middle[-1]), text, color))
    axes.set_yscale("log")
    shares.share_axis(axes)
    axes.set_xlabel(shares.SHARE_NAME)
    axes.set_ylabel("final loss on unseen inputs (KL, nats)")
    fig.footer(
        figure,
        "Solid: the same held-out inputs for all γ; dashed: all unseen inputs.\n"
        f"{fig.band_note(bands)}",
    )
    return fig.settle(figure, fig.label_line_ends(axes, ends))
