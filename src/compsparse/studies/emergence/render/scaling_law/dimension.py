"""Render step: emergence times against the input dimension, a line per information exponent.

Document 003, part I, "Corollary (Emergence & Scaling Laws)", dependence on d.
"""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from compsparse.figures.bands import Band, draw_band, log_band
from compsparse.figures.canvas import new_figure, settle
from compsparse.figures.captions import band_note, footer, headline
from compsparse.figures.colors import CATEGORIES
from compsparse.figures.labels import LineEnd, label_line_ends
from compsparse.figures.powers import power, raised
from compsparse.figures.reading import read_result
from compsparse.figures.replicates import replicate_curves
from compsparse.figures.theme import COLUMN, PALE, theme
from compsparse.statistics.power_law import log_log_slope
from compsparse.steps import Inputs, Outputs, Params
from compsparse.studies.emergence.render.scaling_law.seeds import seeds
from compsparse.studies.emergence.render.scaling_law.theory_line import draw_theory

COLUMNS = ("order", "dimension", "run", "time", "fitted")

_COLORS = {3: CATEGORIES[1], 4: CATEGORIES[0]}


def run(inputs: Inputs, params: Params) -> Outputs:
    """Draw the table of the result ``emergence_dimension``; no parameters.

    Raises:
        ArtifactError: the table cannot be read.
        ValueError: the table lacks a column or rows, or no run is complete.
    """
    figure = _draw(read_result(inputs, params, COLUMNS))
    return {"svg": figure, "png": figure}


def _draw(table: pd.DataFrame) -> Figure:
    learned = table.assign(complete=table["time"].notna())
    complete = learned.groupby("run")["complete"].transform("all")
    if not complete.any():
        raise ValueError(
            f"None of {table['run'].nunique()} runs learned its directions in every dimension; "
            "there is nothing to draw."
        )
    fitted_from = int(table.loc[table["fitted"], "dimension"].min())
    with theme():
        figure = new_figure(COLUMN, 2.9)
        axes = figure.subplots()
        headline(figure, f"A direction emerges at ηT ∝ d{raised('k/2-1')}")
        bands, ends = [], []
        kept = learned[complete]
        for order in sorted(set(kept["order"])):
            band, end = _draw_times(axes, kept[kept["order"] == order], order)
            bands.append(band)
            ends.append(end)
        axes.set_xscale("log")
        axes.set_yscale("log")
        least = int(table["dimension"].min())
        if least < fitted_from:
            axes.axvspan(0.8 * least, 0.75 * fitted_from, color=PALE, zorder=0, linewidth=0)
            axes.set_xlim(left=0.8 * least)
        axes.set_xlabel("input dimension d (shaded: not in the fit)")
        axes.set_ylabel("emergence time ηT (geometric mean)")
        footer(
            figure,
            f"Population flow; wide grey: theory. {seeds(learned)}, the same in every d.\n"
            f"Shown: {band_note(bands)}",
        )
        return settle(figure, label_line_ends(axes, ends))


def _draw_times(axes: Axes, rows: pd.DataFrame, order: int) -> tuple[Band, LineEnd]:
    color = _COLORS[order]
    dimensions, times = replicate_curves(rows, point="dimension", value="time")
    band = log_band(times, "time")
    of_fit, in_fit = replicate_curves(rows[rows["fitted"]], point="dimension", value="time")
    draw_theory(axes, of_fit, log_band(in_fit, "time").middle, order / 2 - 1)
    draw_band(axes, dimensions, band, color=color)
    axes.plot(dimensions, band.middle, "o", color=color)
    slope = float(np.mean([log_log_slope(of_fit, curve) for curve in in_fit]))
    text = f"k = {order}: {power('d', slope, '.3f')}"
    return band, LineEnd(float(dimensions[-1]), float(band.middle[-1]), text, color)
