"""Render step: arity and table sizes of decompositions of one function, against their depth.

Document 000, slide 'Note on Sparse Compositionality'.
"""

import pandas as pd
from matplotlib.figure import Figure

from compsparse.figures.canvas import new_figure, settle, stacked_panels
from compsparse.figures.captions import footer, headline
from compsparse.figures.colors import CATEGORIES
from compsparse.figures.keys import key
from compsparse.figures.reading import read_result
from compsparse.figures.theme import COLUMN, GREY, SMALL_TEXT_SIZE, theme
from compsparse.steps import Inputs, Outputs, Params

COLUMNS = ("task", "inputs", "depth", "arity", "entries")

_MARKS = ("o", "s", "D")
_NAMES = {"parity": "parity", "comparator": "a > b", "addition": "a + b"}


def run(inputs: Inputs, params: Params) -> Outputs:
    """Draw the table of the result ``circuits_decompositions``; no parameters.

    Raises:
        ArtifactError: the table cannot be read.
        ValueError: the table lacks a column or rows.
    """
    figure = _draw(read_result(inputs, params, COLUMNS))
    return {"svg": figure, "png": figure}


def _draw(table: pd.DataFrame) -> Figure:
    d = int(table["inputs"].max())
    depths = sorted(int(depth) for depth in table["depth"].unique())
    with theme():
        figure = new_figure(COLUMN, 3.6)
        upper, lower = stacked_panels(figure, 1.0, 1.0)
        headline(figure, "One function, many decompositions")
        words = []
        for place, (task, color) in enumerate(zip(_NAMES, CATEGORIES, strict=False)):
            rows = table[table["task"] == task].sort_values("depth")
            for axes, column in ((upper, "arity"), (lower, "entries")):
                axes.plot(
                    rows["depth"],
                    rows[column],
                    color=color,
                    # a later task lies on an earlier one where their arities agree
                    marker=_MARKS[place],
                    markersize=6.5 - 2 * place,
                    linewidth=2.4 - 0.8 * place,
                )
            words.append((_NAMES[task], color))
        for axes, most, text in (
            (upper, d, f"all d = {d} inputs"),
            (lower, 2**d, f"2ᵈ = {2**d:,}"),
        ):
            axes.axhline(most, color=GREY, linestyle=":", linewidth=0.9)
            axes.annotate(
                text,
                (1.0, most),
                xycoords=("axes fraction", "data"),
                xytext=(-2, -3),
                textcoords="offset points",
                ha="right",
                va="top",
                fontsize=SMALL_TEXT_SIZE,
                color=GREY,
            )
            axes.set_xscale("log", base=2)
        upper.set_yscale("log", base=2)
        arities = [2**power for power in range(1, d.bit_length())]
        upper.set_yticks(arities, [str(arity) for arity in arities])
        upper.set_yticks([], minor=True)
        lower.set_yscale("log")
        lower.set_xticks(depths, [str(depth) for depth in depths])
        lower.set_xticks([], minor=True)
        upper.set_ylabel("variables of the\nlargest constituent")
        lower.set_ylabel("entries of all tables")
        lower.set_xlabel("levels left after merging")
        key(upper, words, corner="lower left")
        footer(
            figure,
            "Neighbouring levels of a parity chain, a comparator and a ripple\n"
            f"adder merged. At 1 level, f is one table. Exact; all 2{_raised(d)} inputs checked.",
        )
        return settle(figure)


def _raised(exponent: int) -> str:
    return str(exponent).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
