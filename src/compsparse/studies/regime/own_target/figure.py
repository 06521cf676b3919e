"""A target, what networks paint of it, and the measures of all networks."""

from collections.abc import Mapping

import numpy as np
import pandas as pd
from jaxtyping import Float32

from compsparse.figures import api as fig
from compsparse.studies.regime.collector import DENSE
from compsparse.studies.regime.measures.measured import NAMES
from compsparse.studies.regime.measures.render_kinds import COLORS, MEASURES, draw_row


@fig.renders("kind", "stage", "run", "error", "ssim", "paints", "survival", "excess")
def run(
    table: pd.DataFrame, *, name: str, pictures: Mapping[str, Float32[np.ndarray, "row column 3"]]
) -> fig.Figure:
    """Draw pictures by kind, ``target`` among them, and a row of dots for each kind and round."""
    groups = [
        (str(k), stage, rows) for (k, stage), rows in table.groupby(["kind", "stage"], sort=False)
    ]
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.8 + 0.2 * len(groups))
    fig.headline(figure, name)
    grid = figure.add_gridspec(2, 1, height_ratios=[1.6, 0.6 + 0.2 * len(groups)])
    axes = grid[0].subgridspec(1, len(pictures)).subplots(squeeze=False)[0]
    for panel, (kind, picture) in zip(axes, pictures.items(), strict=True):
        panel.imshow(picture, interpolation="nearest")
        panel.set_title(NAMES.get(kind, kind), color=fig.for_text(COLORS.get(kind, fig.GREY)))
        panel.set(xticks=[], yticks=[])
        panel.grid(visible=False)
        for first in table[(table["kind"] == kind) & (table["run"] == 0)].tail(1).itertuples():
            paints = "" if first.paints else "\ndoes not paint the target"
            fit = f"error {first.error:.4f}, SSIM {first.ssim:.2f}{paints}"
            panel.set_xlabel(fit, fontsize=fig.SMALL_TEXT_SIZE)
    measures = [measure for measure in ("survival", "excess") if table[measure].notna().any()]
    panels = grid[1].subgridspec(1, len(measures)).subplots(sharey=True, squeeze=False)[0]
    names = {}
    for place, (kind, stage, rows) in enumerate(reversed(groups)):
        names[place] = NAMES[kind] if kind == DENSE else f"{NAMES[kind]}, round {stage}"
        for panel, measure in zip(panels, measures, strict=True):
            draw_row(panel, rows, measure, place, COLORS[kind])
            panel.set(xlabel=MEASURES[measure], ylim=(-0.6, len(groups) - 0.4))
    fig.set_ticks(panels[0].yaxis, names)
    fig.footer(
        figure,
        "Pictures: first seed, pruned ones after the last round. A dot for each network; tick: "
        "mean.\nHollow: it does not paint the target.",
    )
    return fig.settle(figure)
