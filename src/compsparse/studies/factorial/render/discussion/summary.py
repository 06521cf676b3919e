"""Render step: exponents of the loss in what the document names, with the signs that it states.

Document 004, Section 5.
"""

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from compsparse.figures.canvas import new_figure, settle
from compsparse.figures.captions import footer, headline
from compsparse.figures.colors import CATEGORIES, for_text
from compsparse.figures.reading import read_result
from compsparse.figures.theme import COLUMN, GREY, theme
from compsparse.steps import Inputs, Outputs, Params

COLUMNS = ("quantity", "figure", "stated", "exponent", "low", "high", "n")

_NAMES = {
    "compute": "compute",
    "embedding_dimension": "dimension d < AC",
    "seen_inputs": "seen inputs",
    "input_factors": "input factors, N fixed",
    "input_factors_unseen": "input factors, N fixed",
    "parents": "parents per output factor",
    "connectivity": "connectivity",
    "approximation_complexity": "AC",
    "statistical_complexity": "SC",
    "statistical_complexity_unseen": "SC",
}
_FALLING, _RISING = CATEGORIES[:2]
_SIGNS = {-1: "falls", 1: "rises"}


def run(inputs: Inputs, params: Params) -> Outputs:
    """Draw the table of the result ``factorial_summary``; no parameters.

    Raises:
        ArtifactError: the table cannot be read.
        ValueError: the table lacks a column or rows, or has an unknown quantity.
    """
    figure = _draw(read_result(inputs, params, COLUMNS))
    return {"svg": figure, "png": figure}


def _draw(table: pd.DataFrame) -> Figure:
    if unknown := sorted(set(table["quantity"]) - set(_NAMES)):
        raise ValueError(
            f"The table has the quantity {unknown[0]!r}; the figure knows {', '.join(_NAMES)}."
        )
    with theme():
        figure = new_figure(COLUMN, 1.2 + 0.19 * len(table))
        axes = figure.subplots()
        headline(figure, "How the loss moves with each quantity")
        axes.axvline(0, color=GREY, linewidth=0.6)
        columns = (table[name].tolist() for name in ("exponent", "low", "high", "stated"))
        for place, (exponent, low, high, stated) in enumerate(zip(*columns, strict=True)):
            _draw_row(axes, place, exponent, low, high, stated)
        names = [
            f"{_NAMES[quantity]} (Fig. {figure_number})"
            for quantity, figure_number in zip(table["quantity"], table["figure"], strict=True)
        ]
        axes.set_yticks(range(len(table)), names)
        axes.set_ylim(len(table) - 0.5, -0.5)
        axes.tick_params(axis="y", length=0)
        axes.grid(visible=False, axis="y")
        axes.margins(x=0.08)
        axes.text(
            1.04, 1.01, "stated:", transform=axes.transAxes, color=GREY, va="bottom", ha="left"
        )
        axes.set_xlabel("exponent d ln loss / d ln quantity")
        seeds = sorted(set(table["n"]))
        count = f"{seeds[0]}" if len(seeds) == 1 else f"{seeds[0]} to {seeds[-1]}"
        footer(
            figure,
            f"{count} seeds; bar: 95 % interval of the mean. Blue: falls, orange: rises,\n"
            "grey: undecided. Statements of the document in the same colors.",
        )
        return settle(figure)


def _draw_row(
    axes: Axes, place: int, exponent: float, low: float, high: float, stated: int
) -> None:
    color = _FALLING if high < 0 else _RISING if low > 0 else GREY
    axes.plot([low, high], [place, place], color=color, linewidth=1.6)
    axes.plot([exponent], [place], marker="o", color=color)
    axes.text(
        1.04,
        place,
        _SIGNS[stated],
        transform=axes.get_yaxis_transform(),
        color=for_text(_FALLING if stated < 0 else _RISING),
        va="center",
        ha="left",
    )
