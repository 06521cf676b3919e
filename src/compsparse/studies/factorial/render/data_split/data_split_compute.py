"""Render step: loss on held-out inputs against compute, one line per share of inputs seen.

Document 004, Figure 20 (Appendix B): one panel for each number of parents.
"""

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from compsparse.figures.bands import Band, draw_band
from compsparse.figures.canvas import new_figure, settle
from compsparse.figures.captions import band_note, footer, headline
from compsparse.figures.colors import sequential
from compsparse.figures.labels import LineEnd, label_line_ends
from compsparse.figures.reading import read_result
from compsparse.figures.replicates import replicate_curves
from compsparse.figures.theme import COLUMN_AND_A_HALF, theme
from compsparse.steps import Inputs, Outputs, Params
from compsparse.studies.factorial.render.data_split.shares import parents_name, share
from compsparse.studies.factorial.render.loss_band import loss_band

COLUMNS = ("parents", "seen_fraction", "run", "flops", "held_out_loss")

_PANELS_PER_ROW = 2


def run(inputs: Inputs, params: Params) -> Outputs:
    """Draw the table of the result ``factorial_data_split_compute``; no parameters.

    Raises:
        ArtifactError: the table cannot be read.
        ValueError: the table lacks a column or rows, or a loss is not finite.
    """
    figure = _draw(read_result(inputs, params, COLUMNS))
    return {"svg": figure, "png": figure}


def _draw(table: pd.DataFrame) -> Figure:
    graphs = sorted(set(table["parents"]))
    rows = -(-len(graphs) // _PANELS_PER_ROW)
    with theme():
        figure = new_figure(COLUMN_AND_A_HALF, 0.9 + 1.6 * rows)
        grid = figure.subplots(
            rows, min(len(graphs), _PANELS_PER_ROW), sharex=True, sharey=True, squeeze=False
        )
        headline(figure, "Generalization: loss by compute and share of inputs seen")
        bands: list[Band] = []
        labels = []
        for axes, parents in zip(grid.flat, graphs, strict=False):
            axes.set_xscale("log")
            axes.set_yscale("log")
            axes.set_title(f"{parents_name(parents)} per output factor")
            ends = _draw_shares(axes, table[table["parents"] == parents], bands)
            labels.append(label_line_ends(axes, ends))
        for axes in grid[:, 0]:
            axes.set_ylabel("held-out loss (nats)")
        panels = list(grid.flat)
        for unused in panels[len(graphs) :]:
            unused.set_visible(False)
        for axes in panels[: len(graphs)][-grid.shape[1] :]:
            axes.tick_params(labelbottom=True)
            axes.set_xlabel("training compute (FLOP)")
        footer(
            figure, f"γ: share of inputs seen. Same held-out inputs for all γ.\n{band_note(bands)}"
        )
        return settle(figure, *labels)


def _draw_shares(axes: Axes, table: pd.DataFrame, bands: list[Band]) -> list[LineEnd]:
    fractions = sorted(set(table["seen_fraction"]))
    ends = []
    for fraction, color in zip(fractions, sequential(len(fractions)), strict=True):
        rows = table[table["seen_fraction"] == fraction]
        flops, losses = replicate_curves(rows, point="flops", value="held_out_loss")
        band = loss_band(losses)
        bands.append(band)
        draw_band(axes, flops, band, color=color)
        text = f"γ = {share(fraction)}"
        ends.append(LineEnd(float(flops[-1]), float(band.middle[-1]), text, color))
    return ends
