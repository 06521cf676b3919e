"""Render step: exponents of one law of time and width (document 003, Part I, corollary, item 2)."""

from collections.abc import Callable

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.figures import api as fig
from compsparse.studies.emergence.width.figure_labels import MODEL

_ASIDE = 0.012  # in beta: the two forms are drawn side by side
_FORMS = (
    ("larger", "larger of both", fig.CATEGORIES[0], -_ASIDE),
    ("sum", "sum + constant", fig.CATEGORIES[1], _ASIDE),
)

Theory = Callable[[Float64[np.ndarray, " beta"]], Float64[np.ndarray, " beta"]]


@fig.renders("exponent", "run", "form", "time_exponent", "width_exponent", "error")
def run(table: pd.DataFrame) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN, 2.5)
    left, right = figure.subplots(1, 2)
    fig.headline(figure, "One fit finds both exponents near theory's")
    bands = _panel(left, table, "time_exponent", lambda beta: (2 * beta - 1) / beta)
    left.set_ylabel("a of the term A t⁻ᵃ")
    bands += _panel(right, table, "width_exponent", lambda beta: 2 * beta - 1)
    right.set_ylabel("b of the term B m⁻ᵇ")
    names = [(name, color) for _, name, color, _ in _FORMS]
    fig.key(left, [*names, ("theory", fig.GREY)])
    fig.footer(
        figure,
        f"{MODEL}; fits to ln L of all times and widths of a run.\nPoints: mean. {_spread(bands)}",
    )
    return fig.settle(figure)


def _spread(bands: list[fig.Band]) -> str:
    return fig.band_note(bands).replace("line: mean; ", "").replace("band:", "bar:")


def _panel(axes: fig.Axes, table: pd.DataFrame, column: str, theory: Theory) -> list[fig.Band]:
    exponents = np.sort(table["exponent"].unique()).astype(np.float64)
    axis = np.linspace(exponents[0] - 0.1, exponents[-1] + 0.1, 50)
    axes.plot(axis, theory(axis), color=fig.GREY, linewidth=0.9)
    bands = []
    for form, _, color, aside in _FORMS:
        beta, values = fig.replicate_curves(
            table[table["form"] == form], point="exponent", value=column
        )
        band = fig.mean_band(values)
        reach = np.stack([band.middle - band.low, band.high - band.middle])
        axes.errorbar(beta + aside, band.middle, reach, color=color, linestyle="none", marker="o")
        bands.append(band)
    axes.set_xticks(exponents, [f"{exponent:g}" for exponent in exponents])
    axes.set_xlabel("β")
    return bands
