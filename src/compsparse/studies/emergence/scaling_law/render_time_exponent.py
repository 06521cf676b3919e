"""Render step: emergence times against the rank (document 003, part I, corollary, item 1)."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.statistics import api as stats
from compsparse.studies.emergence.scaling_law.figure_parts import (
    draw_theory,
    nothing_learned,
    seeds,
)

_LARGE = (0.0, (1.2, 1.2))


@fig.renders("directions", "exponent", "run", "direction", "time", "complete")
def run(table: pd.DataFrame) -> fig.Figure:
    complete = table[table["complete"]]
    if complete.empty:
        return nothing_learned(fig.COLUMN)
    exponents = sorted(set(table["exponent"]))
    colors = dict(zip(exponents, fig.sequential(len(exponents)), strict=True))
    sizes = sorted(set(table["directions"]))
    figure = fig.new_figure(fig.COLUMN, 3.1)
    axes = figure.subplots()
    fig.headline(figure, "Direction p is learned at a time ∝ pᵝ")
    bands, ends = [], []
    for size in sizes:
        for exponent, rows in complete[complete["directions"] == size].groupby("exponent"):
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
    fig.footer(
        figure,
        f"Population flow; wide grey: theory, pᵝ. {'; '.join(counts)}.\n"
        f"Solid: {fig.band_note(bands[:1])}",
    )
    return fig.settle(figure, fig.label_line_ends(axes, ends))


def _draw_times(
    axes: fig.Axes, rows: pd.DataFrame, exponent: float, color: str, *, small: bool
) -> tuple[fig.Band, fig.LineEnd]:
    ranks, times = fig.replicate_curves(rows, point="direction", value="time")
    band = fig.log_band(times, "time")
    draw_theory(axes, ranks, band.middle, exponent)
    if small:
        fig.draw_band(axes, ranks, band, color=color)
    else:
        axes.plot(ranks, band.middle, color=color, linestyle=_LARGE)
    slope = float(np.mean([stats.log_log_slope(ranks, curve) for curve in times]))
    name = f"β = {exponent:g}" if small else f"β = {exponent:g}, P = {len(ranks)}"
    text = f"{name}: {fig.power('p', slope)}"
    return band, fig.LineEnd(float(ranks[-1]), float(band.middle[-1]), text, color)
