"""Render step: final loss on unseen inputs by share of inputs seen (document 004, Figure 8)."""

from typing import Any

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.data_split import shares
from compsparse.studies.factorial.drawing.losses import draw_losses, draw_means, one_panel


@fig.renders("parents", "seen_fraction", "run", "loss", "held_out_loss")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    figure, axes = one_panel(headline, 2.9)
    styles = shares.parents_styles(table["parents"])
    drawn: dict[str, Any] = {"x": "seen_fraction", "by": "parents", "styles": styles}
    curves = draw_losses(axes, table, y="held_out_loss", marker="o", markersize=2.6, **drawn)
    draw_means(axes, table, linewidth=0.8, linestyle=(0, (2.5, 1.5)), **drawn)
    shares.share_axis(axes)
    axes.set_ylabel("final loss on unseen inputs (KL, nats)")
    fig.footer(
        figure,
        "Solid: the same held-out inputs for all γ; dashed: all unseen inputs.\n"
        f"{fig.band_note(curves.bands)}",
    )
    return fig.settle(figure, fig.label_line_ends(axes, curves.ends))
