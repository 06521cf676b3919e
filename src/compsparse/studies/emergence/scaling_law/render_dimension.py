"""Render step: emergence times against the dimension, by k (document 003, part I, corollary)."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.statistics import api as stats
from compsparse.studies.emergence.scaling_law.figure_parts import (
    draw_theory,
    nothing_learned,
    seeds,
)

_COLORS = {3: fig.CATEGORIES[1], 4: fig.CATEGORIES[0]}


@fig.renders("order", "dimension", "run", "time", "fitted")
def run(table: pd.DataFrame) -> fig.Figure:
    learned = table.assign(complete=table["time"].notna())
    complete = learned.groupby("run")["complete"].transform("all")
    if not complete.any():
        return nothing_learned(fig.COLUMN)
    fitted_from = int(table.loc[table["fitted"], "dimension"].min())
    figure = fig.new_figure(fig.COLUMN, 2.9)
    axes = figure.subplots()
    fig.headline(figure, f"A direction emerges at ηT ∝ d{fig.raised('k/2-1')}")
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
        axes.axvspan(0.8 * least, 0.75 * fitted_from, color=fig.PALE, zorder=0, linewidth=0)
        axes.set_xlim(left=0.8 * least)
    axes.set_xlabel("input dimension d (shaded: not in the fit)")
    axes.set_ylabel("emergence time ηT (geometric mean)")
    fig.footer(
        figure,
        f"Population flow; wide grey: theory. {seeds(learned)}, the same in every d.\n"
        f"Shown: {fig.band_note(bands)}",
    )
    return fig.settle(figure, fig.label_line_ends(axes, ends))


def _draw_times(axes: fig.Axes, rows: pd.DataFrame, order: int) -> tuple[fig.Band, fig.LineEnd]:
    color = _COLORS[order]
    dimensions, times = fig.replicate_curves(rows, point="dimension", value="time")
    band = fig.log_band(times, "time")
    fitted_dimensions, fitted_times = fig.replicate_curves(
        rows[rows["fitted"]], point="dimension", value="time"
    )
    draw_theory(axes, fitted_dimensions, fig.log_band(fitted_times, "time").middle, order / 2 - 1)
    fig.draw_band(axes, dimensions, band, color=color)
    axes.plot(dimensions, band.middle, "o", color=color)
    slope = float(
        np.mean([stats.log_log_slope(fitted_dimensions, curve) for curve in fitted_times])
    )
    text = f"k = {order}: {fig.power('d', slope, '.3f')}"
    return band, fig.LineEnd(float(dimensions[-1]), float(band.middle[-1]), text, color)
