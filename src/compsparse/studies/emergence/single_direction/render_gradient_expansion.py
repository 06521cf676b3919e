"""Render step: the gradient's decay and constant (document 003, Part I, 'Hermite expansion')."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.emergence.single_direction.figure_parts import COLORS

_POWERS = {2: "d^(−1/2)", 3: "d^(−1)", 4: "d^(−3/2)"}
_FORMULAS = (
    ("corrected", "(j+1), orthonormal", fig.CATEGORIES[2], "-"),
    ("orthonormal", "slide, orthonormal", fig.CATEGORIES[1], (0.0, (3.0, 1.5))),
    ("polynomial", "slide, coefficients", fig.CATEGORIES[3], (0.0, (3.0, 1.5))),
    ("moment", "slide, E[σ He]", fig.GREY, (0.0, (3.0, 1.5))),
)
_DASHES = (0.0, (3.0, 1.5))


@fig.renders("part", "order", "formula", "ratio", "run", "dimension", "size")
def run(table: pd.DataFrame) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.7)
    decay, constant = figure.subplots(1, 2)
    fig.headline(
        figure, f"At a random start the gradient along θ falls as d{fig.raised('-(k-1)/2')}"
    )
    bands, decay_labels = _draw_decay(decay, table[table["part"] == "decay"])
    labels = _draw_constants(constant, table[table["part"] == "constant"])
    fig.footer(
        figure,
        "Population gradient, computed without training; k: information exponent. Left: random "
        "starts as\n"
        f"seeds; dashed grey: the power, through the last point. {fig.band_note(bands)}\n"
        "Right: links of one degree; the slide's factor (j+1)² in three readings of its "
        "coefficients.",
    )
    return fig.settle(figure, decay_labels, labels)


def _draw_decay(axes: fig.Axes, rows: pd.DataFrame) -> tuple[list[fig.Band], fig.LineLabels]:
    bands, ends = [], []
    for order, order_rows in rows.groupby("order"):
        k = int(str(order))
        dimensions, sizes = fig.replicate_curves(order_rows, point="dimension", value="size")
        bands.append(fig.log_band(sizes, "size"))
        last = float(bands[-1].middle[-1])
        law = (dimensions / dimensions[-1]) ** (-(k - 1) / 2)
        fig.draw_band(axes, dimensions, bands[-1], color=COLORS[k])
        axes.plot(dimensions, last * law, color=fig.GREY, linewidth=0.8, linestyle=_DASHES)
        end = float(dimensions[-1]), last
        ends.append(fig.LineEnd(*end, f"k = {k}: {_POWERS[k]}", COLORS[k]))
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel("input dimension d")
    axes.set_ylabel("|gradient along θ|")
    axes.set_title("Decay")
    return bands, fig.label_line_ends(axes, ends)


def _draw_constants(axes: fig.Axes, rows: pd.DataFrame) -> fig.LineLabels:
    ends = []
    for formula, text, color, dashes in _FORMULAS:
        formula_rows = rows[rows["formula"] == formula].sort_values("order")
        if formula_rows.empty:
            raise ValueError(
                f"The table has no formula {formula!r}; rebuild it with the evaluate step."
            )
        orders = formula_rows["order"].to_numpy(dtype=np.float64)
        ratios = formula_rows["ratio"].to_numpy(dtype=np.float64)
        axes.plot(orders, ratios, color=color, linestyle=dashes, marker="o")
        ends.append(fig.LineEnd(float(orders[-1]), float(ratios[-1]), text, color))
    axes.set_yscale("log")
    axes.set_xticks(sorted(set(rows["order"])))
    axes.set_xlabel("degree k = j + 1")
    axes.set_ylabel("gradient / formula")
    axes.set_title("Constant: right at 1")
    return fig.label_line_ends(axes, ends)
