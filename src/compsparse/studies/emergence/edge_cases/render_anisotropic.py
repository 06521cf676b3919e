"""Render step: the loss for inputs with a power-law spectrum (document 003, Part I, outlook)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.emergence.drawing import draw_power, geometric_means, log_axes, panels

_GUIDE = 1.6  # times the curve: a slope is drawn beside, not on it
_LATE = (2.5, 40.0)  # times the last loss: there curves are power laws, and apart


@fig.renders("spectrum", "exponent", "run", "time", "loss")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    exponents = sorted(set(table["exponent"]))
    if len(exponents) != 1:
        raise ValueError(f"The figure shows one teacher; the table has the exponents {exponents}.")
    exponent = float(exponents[0])
    spectra = sorted(set(table["spectrum"]))
    # directions apart: learned at 1 / (a_p lambda_p^2), worth (a_p lambda_p)^2 until then
    slopes = {s: (1 - 2 * (exponent + s)) / (exponent + 2 * s) for s in spectra}
    styles = {
        s: (f"s = {s:g}: {fig.in_type(slopes[s], '.2f')}", color)
        for s, color in zip(spectra, fig.sequential(len(spectra)), strict=True)
    }
    figure, axes = panels(headline, fig.COLUMN, 2.7)
    curves = fig.draw_curves(
        axes, table, x="time", y="loss", by="spectrum", styles=styles, geometric=True
    )
    for spectrum, slope in slopes.items():
        rows = table[table["spectrum"] == spectrum]
        time, middle = geometric_means(rows, "time", "loss")
        share = middle / middle[-1]
        # and below the flat beginning of the curve
        window = (share > _LATE[0]) & (share < min(_LATE[1], 0.8 * share[0]))
        if window.sum() > 1:
            color = styles[spectrum][1]
            draw_power(axes, time[window], middle[window], slope, beside=_GUIDE, color=color)
    log_axes(axes)
    axes.set_title("variances i⁻ˢ of the input, quadratic activation")
    axes.set(xlabel="time t of the flow", ylabel="loss (share of the first)")
    fig.footer(
        figure,
        "Exploratory, not judged. Population flow; amplitudes "
        f"{fig.power('p', -exponent, 'g')}. Dashed, and\n"
        f"number: slope if directions were learned apart.\n{fig.band_note(curves.bands)}",
    )
    return fig.settle(figure, fig.label_line_ends(axes, curves.ends))
