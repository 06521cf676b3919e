"""Render step: exponents of one law of time and width (document 003, Part I, corollary, item 2)."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.emergence.drawing import Points, draw_bars, panels

_ASIDE = 0.012  # in beta: the two forms are drawn side by side
_FORMS = {
    "larger": ("larger of both", fig.CATEGORIES[0]),
    "sum": ("sum + constant", fig.CATEGORIES[1]),
}


@fig.renders("exponent", "run", "form", "time_exponent", "width_exponent", "error")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    figure, (left, right) = panels(headline, fig.COLUMN, 2.5, 1, 2)
    exponents = np.sort(table["exponent"].unique())
    axis = np.linspace(exponents[0] - 0.1, exponents[-1] + 0.1, 50)
    bands = _panel(left, table, "time_exponent", axis, (2 * axis - 1) / axis)
    left.set_ylabel("a of the term A t⁻ᵃ")
    bands += _panel(right, table, "width_exponent", axis, 2 * axis - 1)
    right.set_ylabel("b of the term B m⁻ᵇ")
    fig.key(left, [*_FORMS.values(), ("theory", fig.GREY)])
    spread = fig.band_note(bands).replace("line: mean; ", "").replace("band:", "bar:")
    fig.footer(
        figure,
        "Population flow (not SGD); fits to ln L of all times and widths of a run.\n"
        f"Points: mean. {spread}",
    )
    return fig.settle(figure)


def _panel(
    axes: fig.Axes, table: pd.DataFrame, column: str, axis: Points, theory: Points
) -> list[fig.Band]:
    axes.plot(axis, theory, color=fig.GREY, linewidth=0.9)
    bands = []
    for (form, (_, color)), aside in zip(_FORMS.items(), (-_ASIDE, _ASIDE), strict=True):
        rows = table[table["form"] == form]
        beta, values = fig.replicate_curves(rows, point="exponent", value=column)
        band = fig.mean_band(values)
        draw_bars(axes, beta + aside, band, color)
        bands.append(band)
    fig.set_ticks(axes.xaxis, sorted(set(table["exponent"])))
    axes.set_xlabel("β")
    return bands
