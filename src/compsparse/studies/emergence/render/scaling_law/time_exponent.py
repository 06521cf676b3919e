"""Render step: emergence times against the rank of the direction, a line per exponent.

Document 003, part I, "Corollary (Emergence & Scaling Laws)", item 1.
"""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from compsparse.figures.bands import Band, draw_band, log_band
from compsparse.figures.canvas import new_figure, settle
from compsparse.figures.captions import band_note, footer, headline
from compsparse.figures.colors import sequential
from compsparse.figures.labels import LineEnd, label_line_ends
from compsparse.figures.powers import power
from compsparse.figures.reading import read_result
from compsparse.figures.replicates import replicate_curves
from compsparse.figures.theme import COLUMN, theme
from compsparse.statistics.power_law import log_log_slope
from compsparse.steps import Inputs, Outputs, Params
from compsparse.studies.emergence.render.scaling_law.seeds import seeds
from compsparse.studies.emergence.render.scaling_law.theory_line import draw_theory

COLUMNS = ("directions", "exponent", "run", "direction", "time", "complete")

_LARGE = (0.0, (1.2, 1.2))


def run(inputs: Inputs, params: Params) -> Outputs:
    """Draw the table of the result ``emergence_time_exponent``; no parameters.

    Raises:
        ArtifactError: the table cannot be read.
        ValueError: the table lacks a column or rows, or a complete run lacks a direction.
    """
    figure = _draw(read_result(inputs, params, COLUMNS))
    return {"svg": figure, "png": figure}


def _draw(table: pd.DataFrame) -> Figure:
    exponents = sorted(set(table["exponent"]))
    colors = dict(zip(exponents, sequential(len(exponents)), strict=True))
    sizes = sorted(set(table["directions"]))
    with theme():
        figure = new_figure(COLUMN, 3.1)
        axes = figure.subplots()
        headline(figure, "Direction p is learned at a time ∝ pᵝ")
        bands, ends = [], []
        for size in sizes:
            for exponent, rows in table[table["directions"] == size].groupby("exponent"):
                beta = float(exponent)
                small = size == sizes[0]
                band, end = _draw_times(axes, rows, beta, colors[beta], small=small)
                bands.append(band)
                ends.append(end)
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.margins(x=0.02)
        axes.set_xlabel("direction p, of amplitude ∝ p⁻ᵝ")
        axes.set_ylabel("emergence time ηTₚ")
        counts = [f"P = {size}: {seeds(table[table['directions'] == size])}" for size in sizes]
        footer(
            figure,
            f"Population flow; wide grey: theory, pᵝ. {'; '.join(counts)}.\n"
            f"Solid: {band_note(bands[:1])}",
        )
        return settle(figure, label_line_ends(axes, ends))


def _draw_times(
    axes: Axes, rows: pd.DataFrame, exponent: float, color: str, *, small: bool
) -> tuple[Band, LineEnd]:
    ranks, times = replicate_curves(rows[rows["complete"]], point="direction", value="time")
    band = log_band(times, "time")
    draw_theory(axes, ranks, band.middle, exponent)
    if small:
        draw_band(axes, ranks, band, color=color)
    else:
        axes.plot(ranks, band.middle, color=color, linestyle=_LARGE)
    slope = float(np.mean([log_log_slope(ranks, curve) for curve in times]))
    name = f"β = {exponent:g}" if small else f"β = {exponent:g}, P = {len(ranks)}"
    text = f"{name}: {power('p', slope)}"
    return band, LineEnd(float(ranks[-1]), float(band.middle[-1]), text, color)
