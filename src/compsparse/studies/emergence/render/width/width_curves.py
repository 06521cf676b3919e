"""Render step: loss against time at many widths, before and after rescaling.

Document 003, Part I, 'Neural Scaling Laws for Feature Learning', plots.
"""

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from compsparse.figures.bands import Band, draw_band, log_band
from compsparse.figures.canvas import new_figure, settle
from compsparse.figures.captions import band_note, footer, headline
from compsparse.figures.colors import sequential
from compsparse.figures.labels import LineEnd, label_line_ends
from compsparse.figures.reading import read_result
from compsparse.figures.replicates import replicate_curves
from compsparse.figures.theme import COLUMN, theme
from compsparse.steps import Inputs, Outputs, Params
from compsparse.studies.emergence.render.width.shown import MODEL, middle_exponent, widths_of

COLUMNS = ("exponent", "neurons", "run", "time", "loss")


def run(inputs: Inputs, params: Params) -> Outputs:
    """Draw the table of the result ``emergence_width_curves``; no parameters.

    Raises:
        ArtifactError: the table cannot be read.
        ValueError: the table lacks a column or rows, or a loss is not finite.
    """
    figure = _draw(read_result(inputs, params, COLUMNS))
    return {"svg": figure, "png": figure}


def _draw(table: pd.DataFrame) -> Figure:
    exponent, rows = middle_exponent(table)
    with theme():
        figure = new_figure(COLUMN, 4.4)
        above, below = figure.subplots(2, 1)
        headline(figure, "The width decides where the loss levels off")
        bands, ends = _panel(above, rows, 0.0)
        above.set_title("as trained")
        above.set_xlabel("time ηt")
        above.set_ylabel("loss L")
        _panel(below, rows, exponent)
        below.set_title("rescaled by the scaling law: nearly one curve")
        below.set_xlabel("rescaled time ηt / mᵝ")
        below.set_ylabel("rescaled loss L / m¹⁻²ᵝ")
        footer(figure, f"{MODEL}, β = {exponent:g}.\n{band_note(bands)}")
        return settle(figure, label_line_ends(above, ends))


def _panel(axes: Axes, rows: pd.DataFrame, exponent: float) -> tuple[list[Band], list[LineEnd]]:
    """Draw a line for each width, in units of m^exponent and m^(1 - 2 exponent)."""
    widths = widths_of(rows)
    bands, ends = [], []
    for width, color in zip(widths, sequential(len(widths)), strict=True):
        time, losses = replicate_curves(rows[rows["neurons"] == width], point="time", value="loss")
        if exponent:
            time = time / width**exponent
            losses = losses * width ** (2 * exponent - 1)
        bands.append(log_band(losses, "loss"))
        draw_band(axes, time, bands[-1], color=color)
        ends.append(LineEnd(float(time[-1]), float(bands[-1].middle[-1]), f"m = {width}", color))
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.margins(x=0.0)
    return bands, ends
