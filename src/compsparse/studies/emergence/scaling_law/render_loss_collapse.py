"""Render step: the loss against time, as it is and rescaled by the dimension."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig


@fig.renders("order", "dimension", "run", "time", "loss")
def run(table: pd.DataFrame) -> fig.Figure:
    order = int(table["order"].max())
    rows = table[table["order"] == order]
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.6)
    plain, rescaled = figure.subplots(1, 2, sharey=True)
    fig.headline(figure, f"In the time ηt d{_power(order)} the loss of all dimensions is one curve")
    dimensions = sorted(set(rows["dimension"]))
    colors = fig.sequential(len(dimensions))
    bands, entries = [], []
    for dimension, color in zip(dimensions, colors, strict=True):
        time, losses = fig.replicate_curves(
            rows[rows["dimension"] == dimension], point="time", value="loss"
        )
        bands.append(fig.log_band(losses, "loss"))
        plain.plot(time, bands[-1].middle, color=color)
        # the last curve is drawn thin, so that those below it are seen
        width = 0.8 if dimension == dimensions[-1] else 2.2
        scaled = time * float(dimension) ** (1 - order / 2)
        rescaled.plot(scaled, bands[-1].middle, color=color, linewidth=width)
        entries.append((f"d = {_short(dimension)}", color))
    for axes, label in ((plain, "time ηt"), (rescaled, f"rescaled time ηt d{_power(order)}")):
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_xlabel(label)
    plain.set_ylabel("population loss")
    fig.key(plain, entries, corner="lower left")
    fig.footer(
        figure,
        f"Population flow, k = {order}, β = 1; the same Gaussian starts in every d.\n"
        f"Geometric means over {bands[0].replicates} seeds.",
    )
    return fig.settle(figure)


def _power(order: int) -> str:
    return fig.raised("-1" if order == 4 else f"{1 - order / 2:g}")


def _short(dimension: int) -> str:
    power = int(np.floor(np.log10(dimension)))
    factor = dimension / 10**power
    exponent = fig.raised(str(power))
    return f"10{exponent}" if factor == 1 else f"{factor:g} · 10{exponent}"
