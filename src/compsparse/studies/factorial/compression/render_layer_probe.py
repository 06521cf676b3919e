"""Render step: what a linear probe reads from each layer (document 004, Remark 1)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.drawing.losses import DASHED

_TARGETS = fig.name_groups(("relevant factors", "log probabilities", "irrelevant factors"), "{}")
_PANELS = {"learned": "learned embedding", "fixed": "fixed factor embedding"}


@fig.renders("embedding", "target", "depth", "run", "explained_variance")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.5)
    panels = figure.subplots(1, 2, sharey=True)
    fig.headline(figure, headline)
    depths = sorted(set(table["depth"]))
    bands: list[fig.Band] = []
    for axes, (embedding, title) in zip(panels, _PANELS.items(), strict=True):
        ends = []
        for target, style in _TARGETS.items():
            curves = fig.draw_curves(
                axes,
                table[table["embedding"] == embedding],
                x="depth",
                y="explained_variance",
                by="target",
                styles={target: style},
                linestyle=DASHED if target == "log probabilities" else "-",
            )
            bands += curves.bands
            ends += curves.ends
        fig.mark_height(axes, 0.0)
        words = ["embed.", *(f"{depth}" for depth in depths[1:])]
        fig.set_ticks(axes.xaxis, dict(zip(depths, words, strict=True)))
        axes.set(title=title, xlabel="after layer")
    panels[0].set_ylabel("variance explained (R²)")
    fig.set_ticks(panels[0].yaxis, (0.0, 0.5, 1.0))
    fig.footer(
        figure, f"Linear probe on inputs it was not fit to; 0: no skill. {fig.band_note(bands)}"
    )
    return fig.settle(figure, fig.label_line_ends(panels[1], ends))
