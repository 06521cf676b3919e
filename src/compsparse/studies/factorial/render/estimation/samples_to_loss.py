"""Render step: samples needed to reach a loss against SC, networks beside the estimators.

Document 004, end of Section 3.2.
"""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from compsparse.figures.bands import Band, draw_band, log_band
from compsparse.figures.canvas import new_figure, settle
from compsparse.figures.captions import band_note, footer, headline
from compsparse.figures.colors import CATEGORIES
from compsparse.figures.labels import LineEnd, LineLabels, label_line_ends
from compsparse.figures.reading import read_result
from compsparse.figures.replicates import replicate_curves
from compsparse.figures.theme import COLUMN_AND_A_HALF, GREY, theme
from compsparse.statistics.power_law import log_log_slope
from compsparse.steps import Inputs, Outputs, Params

COLUMNS = ("learner", "statistical_complexity", "run", "target", "samples")

_COLORS = {"network": CATEGORIES[0], "known structure": CATEGORIES[1], "histogram": GREY}


def run(inputs: Inputs, params: Params) -> Outputs:
    """Draw the table of the result ``factorial_samples_to_loss``; no parameters.

    Raises:
        ArtifactError: the table cannot be read.
        ValueError: the table lacks a column or rows.
    """
    figure = _draw(read_result(inputs, params, COLUMNS))
    return {"svg": figure, "png": figure}


def _draw(table: pd.DataFrame) -> Figure:
    targets = sorted(set(table["target"]), reverse=True)
    with theme():
        figure = new_figure(COLUMN_AND_A_HALF, 2.6)
        panels = figure.subplots(1, len(targets), sharey=True, squeeze=False)[0]
        headline(figure, "Samples needed to reach a loss, by complexity")
        bands, labels = [], []
        for axes, target in zip(panels, targets, strict=True):
            of_panel, panel_labels = _draw_target(axes, table[table["target"] == target])
            axes.set_title(f"loss {target:g} nats")
            bands += of_panel
            labels.append(panel_labels)
        panels[0].set_ylabel("samples needed")
        footer(
            figure,
            "Theory: ∝ SC with known structure, independent of SC for the histogram.\n"
            f"{band_note(bands)}",
        )
        return settle(figure, *labels)


def _draw_target(axes: Axes, table: pd.DataFrame) -> tuple[list[Band], LineLabels]:
    bands, ends = [], []
    for learner, color in _COLORS.items():
        rows = table[table["learner"] == learner]
        complexities, values = replicate_curves(
            rows, point="statistical_complexity", value="samples"
        )
        bands.append(log_band(values, "samples"))
        draw_band(axes, complexities, bands[-1], color=color)
        text = learner
        if len(complexities) > 1:
            exponent = float(np.mean([log_log_slope(complexities, curve) for curve in values]))
            text += f"\n∝ SC$^{{{_without_minus_zero(exponent)}}}$"
        ends.append(LineEnd(float(complexities[-1]), float(bands[-1].middle[-1]), text, color))
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xticks(complexities, [f"{complexity:g}" for complexity in complexities])
    axes.minorticks_off()
    axes.set_xlabel("statistical complexity (SC)")
    return bands, label_line_ends(axes, ends)


def _without_minus_zero(value: float) -> str:
    text = f"{value:.2f}"
    return text.lstrip("-") if float(text) == 0 else text
