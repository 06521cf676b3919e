"""Render step: the two exponents of one law for all times and widths, against theory.

Document 003, Part I, 'Corollary (Emergence & Scaling Laws)', item 2.
"""

from collections.abc import Callable

import numpy as np
import pandas as pd
from jaxtyping import Float64
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from compsparse.figures.bands import Band, mean_band
from compsparse.figures.canvas import new_figure, settle
from compsparse.figures.captions import band_note, footer, headline
from compsparse.figures.colors import CATEGORIES
from compsparse.figures.keys import key
from compsparse.figures.reading import read_result
from compsparse.figures.replicates import replicate_curves
from compsparse.figures.theme import COLUMN, GREY, theme
from compsparse.steps import Inputs, Outputs, Params
from compsparse.studies.emergence.render.width.shown import MODEL

COLUMNS = ("exponent", "run", "form", "time_exponent", "width_exponent", "error")

_FORMS = {"larger": "larger of both", "sum": "sum + constant"}
_ASIDE = 0.012  # in beta: the two forms stand beside each other

Theory = Callable[[Float64[np.ndarray, " beta"]], Float64[np.ndarray, " beta"]]


def run(inputs: Inputs, params: Params) -> Outputs:
    """Draw the table of the result ``emergence_width_joint_fit``; no parameters.

    Raises:
        ArtifactError: the table cannot be read.
        ValueError: the table lacks a column or rows, or an exponent is not finite.
    """
    figure = _draw(read_result(inputs, params, COLUMNS))
    return {"svg": figure, "png": figure}


def _draw(table: pd.DataFrame) -> Figure:
    with theme():
        figure = new_figure(COLUMN, 2.5)
        left, right = figure.subplots(1, 2)
        headline(figure, "Both exponents of the scaling law from one fit")
        bands = _panel(left, table, "time_exponent", lambda beta: (2 * beta - 1) / beta)
        left.set_ylabel("a of the term A t⁻ᵃ")
        bands += _panel(right, table, "width_exponent", lambda beta: 2 * beta - 1)
        right.set_ylabel("b of the term B m⁻ᵇ")
        names = [(name, color) for name, color in zip(_FORMS.values(), CATEGORIES, strict=False)]
        key(left, [*names, ("theory", GREY)])
        footer(
            figure,
            f"{MODEL}; fits to ln L of all times and widths of a run.\n"
            f"Points: mean. {_spread(bands)}",
        )
        return settle(figure)


def _spread(bands: list[Band]) -> str:
    return band_note(bands).replace("line: mean; ", "").replace("band:", "bar:")


def _panel(axes: Axes, table: pd.DataFrame, column: str, theory: Theory) -> list[Band]:
    exponents = np.sort(table["exponent"].unique()).astype(np.float64)
    axis = np.linspace(exponents[0] - 0.1, exponents[-1] + 0.1, 50)
    axes.plot(axis, theory(axis), color=GREY, linewidth=0.9)
    bands = []
    for (form, _), color, side in zip(_FORMS.items(), CATEGORIES, (-1, 1), strict=False):
        beta, values = replicate_curves(
            table[table["form"] == form], point="exponent", value=column
        )
        band = mean_band(values)
        reach = np.stack([band.middle - band.low, band.high - band.middle])
        axes.errorbar(
            beta + side * _ASIDE, band.middle, reach, color=color, linestyle="none", marker="o"
        )
        bands.append(band)
    axes.set_xticks(exponents, [f"{exponent:g}" for exponent in exponents])
    axes.set_xlabel("β")
    return bands
