"""Render step: the gradient's decay and constant (document 003, Part I, 'Hermite expansion')."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.emergence.drawing import DASHES, ORDER_COLORS, log_axes, panels, rows_by

_POWERS = {2: "d^(−1/2)", 3: "d^(−1)", 4: "d^(−3/2)"}
_DECAYS = {k: (f"k = {k}: {power}", ORDER_COLORS[k]) for k, power in _POWERS.items()}
_FORMULAS = {
    "corrected": ("(j+1), orthonormal", fig.CATEGORIES[2]),
    "orthonormal": ("slide, orthonormal", fig.CATEGORIES[1]),
    "polynomial": ("slide, coefficients", fig.CATEGORIES[3]),
    "moment": ("slide, E[σ He]", fig.GREY),
}


@fig.renders("part", "order", "formula", "ratio", "run", "dimension", "size")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    figure, (decay, constant) = panels(headline, fig.COLUMN_AND_A_HALF, 2.7, 1, 2)
    curves = _draw_decay(decay, table[table["part"] == "decay"])
    labels = _draw_constants(constant, table[table["part"] == "constant"])
    fig.footer(
        figure,
        "Population gradient, computed without training; k: information exponent. Left: random "
        "starts as\n"
        f"seeds; dashed grey: the power, through the last point. {fig.band_note(curves.bands)}\n"
        "Right: links of one degree; the slide's factor (j+1)² in three readings of its "
        "coefficients.",
    )
    return fig.settle(figure, fig.label_line_ends(decay, curves.ends), labels)


def _draw_decay(axes: fig.Axes, rows: pd.DataFrame) -> fig.Curves:
    curves = fig.draw_curves(
        axes, rows, x="dimension", y="size", by="order", styles=_DECAYS, geometric=True
    )
    dimensions = np.unique(rows["dimension"]).astype(np.float64)
    for k, end in zip(np.unique(rows["order"]), curves.ends, strict=True):
        law = end.y * (dimensions / end.x) ** (-(k - 1) / 2)
        axes.plot(dimensions, law, color=fig.GREY, linewidth=0.8, linestyle=DASHES)
    log_axes(axes)
    axes.set(title="Decay", xlabel="input dimension d", ylabel="|gradient along θ|")
    return curves


def _draw_constants(axes: fig.Axes, rows: pd.DataFrame) -> fig.LineLabels:
    ends = []
    by_formula = zip(rows_by(rows, "formula", list(_FORMULAS)), _FORMULAS.values(), strict=True)
    for line, (found, (text, color)) in enumerate(by_formula):
        ratios = found.sort_values("order").set_index("order")["ratio"]
        axes.plot(ratios, color=color, linestyle=DASHES if line else "-", marker="o")
        ends.append(fig.LineEnd(float(ratios.index[-1]), float(ratios.iloc[-1]), text, color))
    axes.set(yscale="log", xticks=sorted(set(rows["order"])), title="Constant: right at 1")
    axes.set(xlabel="degree k = j + 1", ylabel="gradient / formula")
    return fig.label_line_ends(axes, ends)
