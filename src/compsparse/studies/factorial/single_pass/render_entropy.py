"""Render step: loss by entropy, factored or shuffled (document 004, Section 4.2, footnote 2)."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.drawing.losses import draw_losses, one_panel

_NEAR = 0.12  # of the whole range

_NAMES = {
    "inputs": "shuffled\nfor each input",
    "parent_states": "shuffled for each\nparent state",
    "factored": "factored",
}


@fig.renders("concentration", "outcomes", "run", "mean_entropy", "area")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    entropy = table.groupby("concentration")["mean_entropy"].mean()
    table = table.assign(loss=np.exp(table["area"]), entropy=table["concentration"].map(entropy))
    figure, axes = one_panel(headline, 2.7)
    styles = dict(zip(_NAMES, zip(_NAMES.values(), fig.CATEGORIES, strict=False), strict=True))
    curves = draw_losses(
        axes, table, x="entropy", by="outcomes", styles=styles, xscale="linear", marker="o"
    )
    axes.margins(x=0.04, y=0.1)
    _mark_concentrations(axes, entropy)
    axes.set_xlabel("mean entropy of p(y | x) (nats)")
    axes.set_ylabel("loss (KL, nats),\ngeometric mean over a run")
    note = fig.band_note(curves.bands)
    fig.footer(figure, f"{note}\nShuffled: same entropy at every input, no factors.")
    return fig.settle(figure, fig.label_line_ends(axes, curves.ends))


def _mark_concentrations(axes: fig.Axes, entropy: "pd.Series[float]") -> None:
    fig.write(axes, "α =", -0.11, 1.01, frame="axes", ha="right", va="bottom")
    places = entropy.to_numpy(dtype=np.float64)
    near = np.diff(places) < _NEAR * (places[-1] - places[0])
    for index, (concentration, place) in enumerate(entropy.items()):
        axes.axvline(place, color=fig.GREY, linewidth=0.4, linestyle=(0.0, (1.0, 2.0)), zorder=0.5)
        # away from a neighbor that is too near for both labels
        right = index < len(near) and near[index]
        left = index > 0 and near[index - 1]
        side = "center" if left == right else "right" if right else "left"
        fig.write(axes, f"{concentration:g}", place, 1.01, frame="x data", ha=side, va="bottom")
