"""Render step: unseen loss by embedding dimension and rank of parents (document 004, Remark 4)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.drawing.losses import draw_losses, one_panel


@fig.renders("rank", "parents", "embedding_dimension", "run", "loss")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    figure, axes = one_panel(headline, 2.7)
    styles = fig.name_groups(sorted(set(table["rank"])), "rank {}", ordered=True)
    curves = draw_losses(axes, table, x="embedding_dimension", by="rank", styles=styles, marker="o")
    axes.margins(x=0.03)
    fig.set_ticks(axes.xaxis, sorted(set(table["embedding_dimension"])))
    axes.set(xlabel="embedding dimension d", ylabel="final loss on unseen inputs (KL, nats)")
    note = fig.band_note(curves.bands)
    fig.footer(figure, f"Rank of the parent map: sizes of all parents, added up.\n{note}")
    return fig.settle(figure, fig.label_line_ends(axes, curves.ends))
