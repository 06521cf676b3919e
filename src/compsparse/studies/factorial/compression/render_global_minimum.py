"""Render step: least loss found below (AC) and trained loss by (SC) (document 004, Section 4.3)."""

from typing import Any

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.drawing.losses import (
    DASHED,
    draw_losses,
    draw_means,
    one_panel,
)
from compsparse.studies.factorial.histories.comparisons import narrow

_FLOOR = 1e-6  # nats; graphs of a rank below (AC) have no loss there, which has no logarithm
_SC = "statistical_complexity"


@fig.renders("approximation_complexity", _SC, "embedding_dimension", "run", "loss", "trained_loss")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    cells = narrow(table)
    if cells.empty:
        raise ValueError("The table has no embedding dimension below AC; there is no minimum.")
    below = ""
    if (cells["loss"] < _FLOOR).any():
        below = f" Less than {_FLOOR:g} nats is drawn there."
    losses = ["loss", "trained_loss"]
    cells = cells.assign(**cells[losses].clip(lower=_FLOOR))
    styles = fig.name_groups(sorted(set(cells["embedding_dimension"])), "d = {}", ordered=True)
    figure, axes = one_panel(headline, 2.7)
    drawn: dict[str, Any] = {"x": _SC, "by": "embedding_dimension", "styles": styles, "marker": "o"}
    curves = draw_losses(axes, cells, **drawn)
    draw_means(
        axes,
        cells,
        y="trained_loss",
        linestyle=DASHED,
        linewidth=0.9,
        markerfacecolor="white",
        markeredgewidth=0.8,
        **drawn,
    )
    fig.set_ticks(axes.xaxis, sorted(set(cells[_SC])), "{:,}")
    axes.margins(x=0.06)
    axes.set(xlabel="statistical complexity (SC)", ylabel="loss (KL, nats)")
    fig.footer(
        figure,
        "Solid: least loss found over all functions (3), an upper bound of\n"
        f"the minimum; dashed: trained networks.{below}\n{fig.band_note(curves.bands)}",
    )
    # a label stands between the two lines of its dimension
    last = cells[cells[_SC] == cells[_SC].max()]
    logs = np.log(last[losses]).mean(axis=1).groupby(last["embedding_dimension"]).mean()
    ends = [
        fig.LineEnd(end.x, float(np.exp(log)), end.text, end.color)
        for end, log in zip(curves.ends, logs, strict=True)
    ]
    return fig.settle(figure, fig.label_line_ends(axes, ends))
