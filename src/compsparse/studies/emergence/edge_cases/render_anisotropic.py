"""Render step: the loss for inputs with a power-law spectrum (document 003, Part I, outlook)."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig

_GUIDE = 1.6  # times the curve: a slope is drawn beside, not on it
_LATE = (2.5, 40.0)  # times the last loss: there curves are power laws, and apart


@fig.renders("spectrum", "exponent", "run", "time", "loss")
def run(table: pd.DataFrame) -> fig.Figure:
    exponents = sorted(set(table["exponent"]))
    if len(exponents) != 1:
        raise ValueError(f"The figure shows one teacher; the table has the exponents {exponents}.")
    (exponent,) = map(float, exponents)
    spectra = sorted(set(table["spectrum"]))
    figure = fig.new_figure(fig.COLUMN, 2.7)
    axes = figure.subplots()
    fig.headline(figure, "Teacher and input set the power law together")
    bands, ends = [], []
    for spectrum, color in zip(spectra, fig.sequential(len(spectra)), strict=True):
        time, losses = fig.replicate_curves(
            table[table["spectrum"] == spectrum], point="time", value="loss"
        )
        bands.append(fig.log_band(losses, "loss"))
        fig.draw_band(axes, time, bands[-1], color=color)
        middle = bands[-1].middle
        # directions apart: learned at 1 / (a_p lambda_p^2), worth (a_p lambda_p)^2 until then
        slope = (1 - 2 * (exponent + spectrum)) / (exponent + 2 * spectrum)
        share = middle / middle[-1]
        # and below the flat beginning of the curve
        window = (share > _LATE[0]) & (share < min(_LATE[1], 0.8 * share[0]))
        if window.sum() > 1:
            points, curve = np.log(time[window]), np.log(middle[window])
            line = _GUIDE * np.exp(curve.mean() + slope * (points - points.mean()))
            axes.plot(time[window], line, color=color, linewidth=0.9, dashes=(4, 2))
        ends.append(fig.LineEnd(time[-1], float(middle[-1]), _label(spectrum, slope), color))
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel("time t of the flow")
    axes.set_ylabel("loss (share of the first)")
    axes.set_title("variances i⁻ˢ of the input, quadratic activation")
    fig.footer(
        figure,
        "Exploratory, not judged. Population flow; amplitudes "
        f"{fig.power('p', -exponent, 'g')}. Dashed, and\n"
        f"number: slope if directions were learned apart.\n{fig.band_note(bands)}",
    )
    return fig.settle(figure, fig.label_line_ends(axes, ends))


def _label(spectrum: float, slope: float) -> str:
    return f"s = {spectrum:g}: {fig.in_type(slope, '.2f')}"
