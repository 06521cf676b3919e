"""Render step: the loss against time with the window (document 003, part I, corollary, item 2)."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.statistics import api as stats
from compsparse.studies.emergence.scaling_law.figure_parts import draw_theory

_LARGE = (0.0, (1.2, 1.2))
_LAST_TIME = r"T$_\mathregular{P}$"  # a formula: Unicode has no lowered capital


@fig.renders("directions", "exponent", "run", "time", "loss", "fitted")
def run(table: pd.DataFrame) -> fig.Figure:
    exponents = sorted(set(table["exponent"]))
    colors = dict(zip(exponents, fig.sequential(len(exponents)), strict=True))
    sizes = sorted(set(table["directions"]))
    figure = fig.new_figure(fig.COLUMN, 3.2)
    axes = figure.subplots()
    fig.headline(figure, "Sharp emergences add up to a power law")
    ends = []
    for size in sizes:
        for exponent, rows in table[table["directions"] == size].groupby("exponent"):
            beta = float(exponent)
            ends.append(_draw_loss(axes, rows, beta, colors[beta], small=size == sizes[0]))
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.margins(x=0.02)
    axes.set_xlabel("time ηt")
    axes.set_ylabel("population loss")
    counts = [
        f"P = {size}: {table[table['directions'] == size]['run'].nunique()} seeds" for size in sizes
    ]
    fig.footer(
        figure,
        f"Population flow; {'; '.join(counts)}. Line: geometric mean;\nthick: window of the "
        f"fit; wide grey: theory, t{fig.raised('(1-2β)/β')}. The loss of\n"
        f"directions beyond P is added in closed form, exact while t < {_LAST_TIME}.",
    )
    return fig.settle(figure, fig.label_line_ends(axes, ends))


def _draw_loss(
    axes: fig.Axes, rows: pd.DataFrame, exponent: float, color: str, *, small: bool
) -> fig.LineEnd:
    theory = (1 - 2 * exponent) / exponent
    times, losses = fig.replicate_curves(rows, point="time", value="loss")
    middle = fig.log_band(losses, "loss").middle
    style = "-" if small else _LARGE
    axes.plot(times, middle, color=color, linewidth=0.7, linestyle=style)
    window, fitted = fig.replicate_curves(rows[rows["fitted"]], point="time", value="loss")
    within = fig.log_band(fitted, "loss").middle
    draw_theory(axes, window, within, theory, beyond=1.8)
    axes.plot(window, within, color=color, linewidth=2.0, linestyle=style)
    slope = float(np.mean([stats.log_log_slope(window, curve) for curve in fitted]))
    directions = int(rows["directions"].iloc[0])
    name = f"β = {exponent:g}" if small else f"β = {exponent:g}, P = {directions}"
    return fig.LineEnd(
        float(times[-1]), float(middle[-1]), f"{name}: {fig.power('t', slope)}", color
    )
