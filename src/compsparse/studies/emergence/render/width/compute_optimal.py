"""Render step: loss against compute, the least over widths, and the width that has it.

A consequence of document 003, Part I, 'Corollary (Emergence & Scaling Laws)', item 2.
"""

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from compsparse.figures.bands import draw_band, log_band
from compsparse.figures.canvas import new_figure, settle, stacked_panels
from compsparse.figures.captions import band_note, footer, headline
from compsparse.figures.colors import sequential
from compsparse.figures.labels import LineEnd, label_line_ends
from compsparse.figures.numbers import in_type
from compsparse.figures.reading import read_result
from compsparse.figures.replicates import replicate_curves
from compsparse.figures.theme import COLUMN, INK, theme
from compsparse.steps import Inputs, Outputs, Params
from compsparse.studies.emergence.render.width.shown import (
    MODEL,
    mean_slope,
    middle_exponent,
    widths_of,
)

COLUMNS = ("exponent", "run", "neurons", "compute", "loss", "in_window")


def run(inputs: Inputs, params: Params) -> Outputs:
    """Draw the table of the result ``emergence_compute_optimal``; no parameters.

    Raises:
        ArtifactError: the table cannot be read.
        ValueError: the table lacks a column or rows, or a loss is not finite.
    """
    figure = _draw(read_result(inputs, params, COLUMNS))
    return {"svg": figure, "png": figure}


def _draw(table: pd.DataFrame) -> Figure:
    exponent, rows = middle_exponent(table)
    widths = widths_of(rows)
    least = rows.loc[rows.groupby(["run", "compute"])["loss"].idxmin()]
    window = least[least["in_window"] == 1]
    with theme():
        figure = new_figure(COLUMN, 3.9)
        upper, lower = stacked_panels(figure, 2.0, 1.0)
        headline(figure, "More compute is best spent on more neurons")
        ends = []
        for width, color in zip(widths, sequential(len(widths)), strict=True):
            compute, losses = replicate_curves(
                rows[rows["neurons"] == width], point="compute", value="loss"
            )
            middle = log_band(losses, "loss").middle
            upper.plot(compute, middle, color=color, linewidth=0.9)
            ends.append(LineEnd(float(compute[-1]), float(middle[-1]), f"m = {width}", color))
        points, envelope = replicate_curves(window, point="compute", value="loss")
        band = log_band(envelope, "loss")
        draw_band(upper, points, band, color=INK)
        loss_slope = in_type(mean_slope(window, "compute", "loss"), ".2f")
        theory = in_type((1 - 2 * exponent) / (1 + exponent), ".2f")
        ends.append(
            LineEnd(
                float(points[-1]),
                float(band.middle[-1]),
                f"least: slope {loss_slope}\n(theory {theory})",
                INK,
            )
        )
        upper.set_xscale("log")
        upper.set_yscale("log")
        upper.set_ylabel("loss")
        points, best = replicate_curves(window, point="compute", value="neurons")
        chosen = log_band(best, "best width")
        draw_band(lower, points, chosen, color=INK)
        width_slope = in_type(mean_slope(window, "compute", "neurons"), ".2f")
        text = f"slope {width_slope}\n(theory {in_type(1 / (1 + exponent), '.2f')})"
        width_end = LineEnd(float(points[-1]), float(chosen.middle[-1]), text, INK)
        lower.set_yscale("log")
        lower.set_yticks(widths, [str(width) for width in widths])
        lower.set_yticks([], minor=True)
        lower.set_ylabel("best width m")
        lower.set_xlabel("compute C = m ηt")
        # all widths have the loss of the start at the left end
        lower.set_xlim(0.3 * float(points[0]), float(np.max(rows["compute"])))
        footer(
            figure,
            f"{MODEL}, β = {exponent:g}. Black: the least loss of each run and its\n"
            "width, where neither the narrowest nor the widest is best.\n"
            f"{band_note([band])}",
        )
        return settle(figure, label_line_ends(upper, ends), label_line_ends(lower, [width_end]))
