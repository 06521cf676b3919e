"""Render step: loss on unseen inputs by connectivity (document 004, Figure 6)."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.drawing.loss_band import loss_band

_EXTREME = (0.0, (3.0, 1.5))
# nats: rounding, where no graph has an edge and a constant misses nothing
_NOTHING_MISSED = 1e-9


@fig.renders("connectivity", "run", "step", "loss", "constant_loss")
def run(table: pd.DataFrame) -> fig.Figure:
    trained = table[table["step"] > 0]  # step 0 has no place on a logarithmic axis
    connectivities = sorted(set(trained["connectivity"]))
    figure = fig.new_figure(fig.COLUMN, max(2.9, 1.2 + 0.15 * len(connectivities)))
    axes = figure.subplots()
    fig.headline(figure, "Denser graphs generalize worse")
    bands, ends = [], []
    for beta, color in zip(connectivities, fig.sequential(len(connectivities)), strict=True):
        rows = trained[trained["connectivity"] == beta]
        steps, losses = fig.replicate_curves(rows, point="step", value="loss")
        bands.append(loss_band(losses))
        extreme = beta in (0, 1)
        fig.draw_band(axes, steps, bands[-1], color=color, linestyle=_EXTREME if extreme else "-")
        end = float(bands[-1].middle[-1])
        ends.append(fig.LineEnd(float(steps[-1]), end, f"β = {beta:g}", color))
    untrained = loss_band(table[table["step"] == 0][["loss"]].to_numpy(dtype=float))
    level = float(untrained.middle[0])
    axes.axhline(level, color=fig.GREY, linewidth=0.6, linestyle=":")
    constants = trained.groupby("connectivity")["constant_loss"].mean()
    shown = constants[constants > _NOTHING_MISSED]
    colors = dict(zip(connectivities, fig.sequential(len(connectivities)), strict=True))
    axes.scatter(
        np.full(len(shown), steps[-1]),
        shown,
        s=14,
        marker="D",
        c=[colors[beta] for beta in shown.index],
        linewidth=0,
        clip_on=False,
        zorder=4,
    )
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlim(steps[0], steps[-1])
    ends.append(fig.LineEnd(float(steps[-1]), level, "untrained", fig.GREY))
    axes.set_xlabel("updates")
    axes.set_ylabel("loss on unseen inputs (KL, nats)")
    fig.footer(
        figure,
        "β: probability of each edge; dashed: its extremes 0 and 1.\n"
        "Diamonds: best prediction that is the same for all inputs.\n"
        f"{fig.band_note(bands)}",
    )
    return fig.settle(figure, fig.label_line_ends(axes, ends))
