"""Render step: the loss at which students end, against their width.

Document 003, Part I, 'Neural Scaling Laws for Feature Learning', approximation barrier.
"""

import pandas as pd
from matplotlib.figure import Figure

from compsparse.figures.bands import draw_band, log_band
from compsparse.figures.canvas import new_figure, settle
from compsparse.figures.captions import band_note, footer, headline
from compsparse.figures.colors import CATEGORIES
from compsparse.figures.labels import LineEnd, label_line_ends
from compsparse.figures.numbers import in_type
from compsparse.figures.reading import read_result
from compsparse.figures.replicates import replicate_curves
from compsparse.figures.theme import COLUMN, theme
from compsparse.steps import Inputs, Outputs, Params
from compsparse.studies.emergence.render.width.shown import (
    MODEL,
    mean_slope,
    widths_of,
)

COLUMNS = ("exponent", "neurons", "run", "loss", "best", "predicted")

_DASHES = (0.0, (3.0, 1.5))


def run(inputs: Inputs, params: Params) -> Outputs:
    """Draw the table of the result ``emergence_width_plateau``; no parameters.

    Raises:
        ArtifactError: the table cannot be read.
        ValueError: the table lacks a column or rows, or a loss is not finite.
    """
    figure = _draw(read_result(inputs, params, COLUMNS))
    return {"svg": figure, "png": figure}


def _draw(table: pd.DataFrame) -> Figure:
    widths = widths_of(table)
    exponents = sorted(table["exponent"].unique())
    with theme():
        figure = new_figure(COLUMN, 2.7)
        axes = figure.subplots()
        headline(figure, "More neurons end at a lower loss, as m¹⁻²ᵝ")
        bands, ends = [], []
        for exponent, color in zip(exponents, CATEGORIES, strict=False):
            rows = table[table["exponent"] == exponent]
            neurons, losses = replicate_curves(rows, point="neurons", value="loss")
            _, best = replicate_curves(rows, point="neurons", value="best")
            bands.append(log_band(losses, "loss"))
            draw_band(axes, neurons, bands[-1], color=color)
            axes.plot(neurons, bands[-1].middle, linestyle="none", marker="o", color=color)
            axes.plot(neurons, best[0], color=color, linestyle=_DASHES, linewidth=0.9)
            slope = in_type(mean_slope(rows, "neurons", "loss"), ".2f")
            text = f"β = {exponent:g}: slope {slope}\n(theory {in_type(1 - 2 * exponent, '.2f')})"
            ends.append(LineEnd(float(neurons[-1]), float(bands[-1].middle[-1]), text, color))
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_xticks(widths, [str(width) for width in widths])
        axes.set_xticks([], minor=True)
        axes.margins(x=0.04)
        axes.set_xlabel("neurons m")
        axes.set_ylabel("final loss (at the start: 1)")
        footer(
            figure,
            f"{MODEL}. Dashed: least loss of any student of m neurons,\n"
            f"the sum of a² over all directions but the m largest.\n{band_note(bands)}",
        )
        return settle(figure, label_line_ends(axes, ends))
