"""Render step: the loss against time, as it is and rescaled by the dimension."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.emergence.drawing import geometric_means, log_axes, panels


@fig.renders("order", "dimension", "run", "time", "loss")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    order = int(table["order"].max())
    rows = table[table["order"] == order]
    power = fig.raised("-1" if order == 4 else f"{1 - order / 2:g}")
    figure, (plain, rescaled) = panels(headline, fig.COLUMN_AND_A_HALF, 2.6, 1, 2, sharey=True)
    dimensions = sorted(set(rows["dimension"]))
    entries = []
    for dimension, color in zip(dimensions, fig.sequential(len(dimensions)), strict=True):
        time, loss = geometric_means(rows[rows["dimension"] == dimension], "time", "loss")
        plain.plot(time, loss, color=color)
        # the last curve is drawn thin, so that those below it are seen
        width = 0.8 if dimension == dimensions[-1] else 2.2
        scaled = time * float(dimension) ** (1 - order / 2)
        rescaled.plot(scaled, loss, color=color, linewidth=width)
        entries.append((f"d = {_short(dimension)}", color))
    log_axes(plain, rescaled)
    plain.set(xlabel="time ηt", ylabel="population loss")
    rescaled.set_xlabel(f"rescaled time ηt d{power}")
    fig.key(plain, entries, corner="lower left")
    fig.footer(
        figure,
        f"Population flow, k = {order}, β = 1; the same Gaussian starts in every d.\n"
        f"Geometric means over {rows['run'].nunique()} seeds.",
    )
    return fig.settle(figure)


def _short(dimension: int) -> str:
    power = int(np.floor(np.log10(dimension)))
    factor = dimension / 10**power
    exponent = fig.raised(str(power))
    return f"10{exponent}" if factor == 1 else f"{factor:g} · 10{exponent}"
