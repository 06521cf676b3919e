"""Render step: unseen loss by embedding dimension and rank of parents (document 004, Remark 4)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.drawing.loss_band import loss_band


@fig.renders("rank", "parents", "embedding_dimension", "run", "loss")
def run(table: pd.DataFrame) -> fig.Figure:
    ranks = sorted(set(table["rank"]))
    figure = fig.new_figure(fig.COLUMN, 2.7)
    axes = figure.subplots()
    fig.headline(figure, "Unseen inputs: the loss rises with the rank")
    bands, ends = [], []
    for rank, color in zip(ranks, fig.sequential(len(ranks)), strict=True):
        rows = table[table["rank"] == rank]
        dimensions, losses = fig.replicate_curves(rows, point="embedding_dimension", value="loss")
        bands.append(loss_band(losses))
        fig.draw_band(axes, dimensions, bands[-1], color=color)
        axes.plot(dimensions, bands[-1].middle, linestyle="none", marker="o", color=color)
        end = float(bands[-1].middle[-1])
        ends.append(fig.LineEnd(float(dimensions[-1]), end, f"rank {rank}", color))
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.margins(x=0.03)
    shown = sorted(set(table["embedding_dimension"]))
    axes.set_xticks(shown, [f"{dimension}" for dimension in shown])
    axes.xaxis.set_minor_locator(fig.NullLocator())
    axes.set_xlabel("embedding dimension d")
    axes.set_ylabel("final loss on unseen inputs (KL, nats)")
    fig.footer(
        figure, f"Rank of the parent map: sizes of all parents, added up.\n{fig.band_note(bands)}"
    )
    return fig.settle(figure, fig.label_line_ends(axes, ends))
