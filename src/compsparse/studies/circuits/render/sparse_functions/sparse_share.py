"""Render step: the share of functions with small circuits, and what most functions need.

Document 000, slides 'Definition: Compositional Sparsity' and 'Principle I'.
"""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from compsparse.figures.canvas import new_figure, settle
from compsparse.figures.captions import footer, headline
from compsparse.figures.colors import CATEGORIES, for_text, sequential
from compsparse.figures.keys import key
from compsparse.figures.reading import read_result
from compsparse.figures.theme import COLUMN, GREY, INK, SMALL_TEXT_SIZE, theme
from compsparse.steps import Inputs, Outputs, Params

COLUMNS = ("part", "inputs", "gates", "functions", "log2_bound")

_DASHES = (0.0, (3.0, 1.5))


def run(inputs: Inputs, params: Params) -> Outputs:
    """Draw the table of the result ``circuits_sparse_share``; no parameters.

    Raises:
        ArtifactError: the table cannot be read.
        ValueError: the table lacks a column or rows.
    """
    figure = _draw(read_result(inputs, params, COLUMNS))
    return {"svg": figure, "png": figure}


def _draw(table: pd.DataFrame) -> Figure:
    with theme():
        figure = new_figure(COLUMN, 4.0)
        upper, lower = figure.subplots(2, 1)
        headline(figure, "Few functions have small circuits")
        _draw_listed(upper, table)
        half = table[table["part"] == "half"].sort_values("inputs")
        n = half["inputs"].to_numpy(dtype=np.float64)
        lower.plot(n, half["gates"], color=INK, marker="o")
        lower.plot(n, 2**n / n, color=CATEGORIES[1], linestyle=_DASHES, linewidth=0.9)
        lower.plot(n, n**2, color=CATEGORIES[0], linestyle=":")
        lower.set_yscale("log")
        lower.set_xticks(n[::2] if len(n) > 6 else n)
        lower.set_xlabel("inputs n")
        lower.set_ylabel("gates")
        key(
            lower,
            [
                ("half of all functions need at least", INK),
                ("2ⁿ/n", CATEGORIES[1]),
                ("n², a polynomial size", CATEGORIES[0]),
            ],
        )
        most = int(table.loc[table["part"] == "circuit", "inputs"].max())
        footer(
            figure,
            "Above, solid: circuits of gates of fan-in 2, negations free; dashed:\n"
            f"formulas; all listed. Dotted: the count's bound for n = {most}. Below:\n"
            "the same count, whatever the construction. Exact.",
        )
        return settle(figure)


def _draw_listed(axes: Axes, table: pd.DataFrame) -> None:
    circuits = table[table["part"] == "circuit"]
    numbers = sorted(int(n) for n in circuits["inputs"].unique())
    for n, color in zip(numbers, sequential(len(numbers)), strict=True):
        for part, linestyle, width in (("formula", _DASHES, 0.9), ("circuit", "-", 1.3)):
            rows = table[(table["part"] == part) & (table["inputs"] == n)].sort_values("gates")
            if rows.empty:
                continue
            share = rows["functions"].cumsum() / 2.0 ** (2**n)
            axes.plot(rows["gates"], share, color=color, linestyle=linestyle, linewidth=width)
            if part == "circuit":
                axes.plot(rows["gates"], share, "o", color=color)
        axes.annotate(
            f"n = {n}",
            (0.0, float(share.iloc[0])),
            xytext=(-5, 0),
            textcoords="offset points",
            ha="right",
            va="center",
            fontsize=SMALL_TEXT_SIZE,
            color=for_text(color),
        )
        bound = np.cumsum(2.0 ** rows["log2_bound"])
        if n == numbers[-1]:
            axes.plot(rows["gates"], bound, color=GREY, linestyle=":")
    axes.set_yscale("log")
    axes.set_ylim(top=2.0)
    axes.set_xlabel("gates s")
    axes.set_ylabel("share of functions with\nat most s gates")
    most = int(table.loc[table["part"] != "half", "gates"].max())
    axes.set_xticks(range(most + 1))
    axes.set_xlim(-0.13 * most, most + 0.2)  # room for the numbers of inputs
