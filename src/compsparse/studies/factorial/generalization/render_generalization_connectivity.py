"""Render step: loss on unseen inputs by connectivity (document 004, Figure 6)."""

from typing import Any

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.drawing.losses import (
    draw_losses,
    geometric_mean,
    mark_loss,
    one_panel,
)

# nats: rounding, where no graph has an edge and a constant misses nothing
_NOTHING_MISSED = 1e-9


@fig.renders("connectivity", "run", "step", "loss", "constant_loss")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    trained = table[table["step"] > 0]  # step 0 has no place on a logarithmic axis
    styles = fig.name_groups(sorted(set(trained["connectivity"])), "β = {:g}", ordered=True)
    figure, axes = one_panel(headline, max(2.9, 1.2 + 0.15 * len(styles)))
    curves = draw_losses(
        axes, trained, x="step", by="connectivity", styles=styles, dashed=(0.0, 1.0)
    )
    untrained = geometric_mean(table["loss"][table["step"] == 0])
    mark_loss(axes, curves, untrained, "untrained", linestyle=":")
    last = trained["step"].max()
    constants = trained.groupby("connectivity")["constant_loss"].mean()
    shown = constants[constants > _NOTHING_MISSED]
    colors = [styles[beta][1] for beta in shown.index]
    diamonds: dict[str, Any] = {"s": 14, "marker": "D", "linewidth": 0, "zorder": 4}
    axes.scatter(np.full(len(shown), last), shown, c=colors, clip_on=False, **diamonds)
    axes.set_xlim(trained["step"].min(), last)
    axes.set(xlabel="updates", ylabel="loss on unseen inputs (KL, nats)")
    fig.footer(
        figure,
        "β: probability of each edge; dashed: its extremes 0 and 1.\n"
        "Diamonds: best prediction that is the same for all inputs.\n"
        f"{fig.band_note(curves.bands)}",
    )
    return fig.settle(figure, fig.label_line_ends(axes, curves.ends))
