"""Render step: held-out loss against compute by share of inputs seen (document 004, Figure 20)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.data_split.shares import parents_name, share
from compsparse.studies.factorial.drawing.loss_band import loss_band

_PANELS_PER_ROW = 2


@fig.renders("parents", "seen_fraction", "run", "flops", "held_out_loss")
def run(table: pd.DataFrame) -> fig.Figure:
    graphs = sorted(set(table["parents"]))
    rows = -(-len(graphs) // _PANELS_PER_ROW)
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 0.9 + 1.6 * rows)
    grid = figure.subplots(
        rows, min(len(graphs), _PANELS_PER_ROW), sharex=True, sharey=True, squeeze=False
    )
    fig.headline(figure, "With more compute, more seen inputs are best")
    bands: list[fig.Band] = []
    labels = []
    for axes, parents in zip(grid.flat, graphs, strict=False):
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_title(f"{parents_name(parents)} per output factor")
        ends = _draw_shares(axes, table[table["parents"] == parents], bands)
        labels.append(fig.label_line_ends(axes, ends))
    for axes in grid[:, 0]:
        axes.set_ylabel("held-out loss (nats)")
    panels = list(grid.flat)
    for unused in panels[len(graphs) :]:
        unused.set_visible(False)
    for axes in panels[: len(graphs)][-grid.shape[1] :]:
        axes.tick_params(labelbottom=True)
        axes.set_xlabel("training compute (FLOP)")
    fig.footer(
        figure, f"γ: share of inputs seen. Same held-out inputs for all γ.\n{fig.band_note(bands)}"
    )
    return fig.settle(figure, *labels)


def _draw_shares(axes: fig.Axes, table: pd.DataFrame, bands: list[fig.Band]) -> list[fig.LineEnd]:
    fractions = sorted(set(table["seen_fraction"]))
    ends = []
    for fraction, color in zip(fractions, fig.sequential(len(fractions)), strict=True):
        rows = table[table["seen_fraction"] == fraction]
        flops, losses = fig.replicate_curves(rows, point="flops", value="held_out_loss")
        band = loss_band(losses)
        bands.append(band)
        fig.draw_band(axes, flops, band, color=color)
        text = f"γ = {share(fraction)}"
        ends.append(fig.LineEnd(float(flops[-1]), float(band.middle[-1]), text, color))
    return ends
