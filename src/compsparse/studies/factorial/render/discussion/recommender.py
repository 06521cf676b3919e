"""Render step: a network against low-rank completion, by number of observed pairs.

Document 004, Section 2.1, Example 2.
"""

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import NullLocator

from compsparse.figures.bands import Band, draw_band
from compsparse.figures.canvas import new_figure, settle
from compsparse.figures.captions import band_note, footer, headline
from compsparse.figures.colors import CATEGORIES
from compsparse.figures.labels import LineEnd, label_line_ends
from compsparse.figures.reading import read_result
from compsparse.figures.replicates import replicate_curves
from compsparse.figures.theme import COLUMN_AND_A_HALF, theme
from compsparse.steps import Inputs, Outputs, Params
from compsparse.studies.factorial.render.loss_band import loss_band
from compsparse.studies.factorial.render.notation import parent_range

COLUMNS = ("method", "parents", "samples", "run", "loss", "parameters")

_NAMES = {"network": "network", "completion": "low-rank\ncompletion"}


def run(inputs: Inputs, params: Params) -> Outputs:
    """Draw the table of the result ``factorial_recommender``; no parameters.

    Raises:
        ArtifactError: the table cannot be read.
        ValueError: the table lacks a column or rows, or a loss is not finite.
    """
    figure = _draw(read_result(inputs, params, COLUMNS))
    return {"svg": figure, "png": figure}


def _draw(table: pd.DataFrame) -> Figure:
    counts = sorted(set(table["parents"]))
    with theme():
        figure = new_figure(COLUMN_AND_A_HALF, 2.4)
        panels = list(figure.subplots(1, len(counts), sharex=True, sharey=True, squeeze=False)[0])
        headline(figure, "Recommender: network and low-rank completion of equal size")
        bands: list[Band] = []
        ends: list[LineEnd] = []
        for axes, parents in zip(panels, counts, strict=True):
            ends = _draw_panel(axes, table[table["parents"] == parents], bands)
            axes.set_title(f"{parent_range([parents])} per target factor")
            axes.set_xlabel("observed pairs")
        panels[0].set_xscale("log")
        samples = sorted(set(table["samples"]))
        panels[0].set_xticks(samples, [f"{count:,}" for count in samples])
        panels[0].xaxis.set_minor_locator(NullLocator())
        panels[0].set_yscale("log")
        panels[0].set_ylabel("loss (KL, nats)")
        panels[0].margins(x=0.12)
        sizes = " and ".join(f"{size:,}" for size in sorted(set(table["parameters"])))
        footer(figure, f"Parameters: {sizes}. {band_note(bands)}")
        return settle(figure, label_line_ends(panels[-1], ends))


def _draw_panel(axes: Axes, rows: pd.DataFrame, bands: list[Band]) -> list[LineEnd]:
    ends = []
    for (method, name), color in zip(_NAMES.items(), CATEGORIES, strict=False):
        samples, losses = replicate_curves(
            rows[rows["method"] == method], point="samples", value="loss"
        )
        band = loss_band(losses)
        bands.append(band)
        draw_band(axes, samples, band, color=color)
        axes.plot(samples, band.middle, linestyle="none", marker="o", color=color)
        ends.append(LineEnd(float(samples[-1]), float(band.middle[-1]), name, color))
    return ends
