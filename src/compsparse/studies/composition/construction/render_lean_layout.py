"""Render step: length of a token against k, and error against sharpness, of both layouts."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig

_STYLES = {"wide": ("wide", fig.GREY), "lean": ("lean", fig.CATEGORIES[0])}
_FORMULAS = {"wide": "wide: kN(log₂ k + 3)", "lean": "lean: kN + N(log₂ k + 2)"}


@fig.renders("layout", "folds", "symbols", "width", "sharpness", "right", "error")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.7)
    fig.headline(figure, headline)
    widths, errors = figure.subplots(1, 2)
    n, most = int(table["symbols"].max()), int(table["folds"].max())
    shown = table[table["symbols"] == n].assign(run=0)
    ends = _draw_widths(widths, shown, n)
    longest = shown[shown["folds"] == most]
    curves = fig.draw_curves(
        errors, longest, x="sharpness", y="error", by="layout", styles=_STYLES, marker="o"
    )
    errors.set_yscale("log")
    errors.set_xlabel("lead of the wanted key")
    errors.set_ylabel("largest error of an answer")
    errors.set_title(f"k = {most}")
    sharpest = table[table["sharpness"] == table["sharpness"].max()]
    wrong = 1.0 - float(sharpest["right"].min())
    fig.footer(
        figure,
        f"Weights written down, nothing trained; N = {n}. Dots: counted, lines: formulas.\n"
        "Lead: the score of the wanted key less the next one's. Wrong answers at the\n"
        f"sharpest, over all k and N: {wrong:.0%}.",
    )
    labels = fig.label_line_ends(widths, ends), fig.label_line_ends(errors, curves.ends)
    return fig.settle(figure, *labels)


def _draw_widths(axes: fig.Axes, rows: pd.DataFrame, n: int) -> list[fig.LineEnd]:
    """Draw the numbers of a token, counted and by the formulas."""
    counted = rows.groupby(["layout", "folds"], as_index=False)["width"].first()
    folds = np.array(sorted(set(rows["folds"])), dtype=np.float64)
    formulas = {
        "wide": folds * n * (np.log2(folds) + 3),
        "lean": folds * n + n * (np.log2(folds) + 2),
    }
    ends = []
    for layout, (_, color) in _STYLES.items():
        axes.plot(folds, formulas[layout], color=color)
        fig.draw_dots(axes, counted[counted["layout"] == layout], x="folds", y="width", color=color)
        end = float(formulas[layout][-1])
        ends.append(fig.LineEnd(folds[-1], end, _FORMULAS[layout], color))
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    fig.set_ticks(axes.xaxis, folds)
    axes.set_xlabel("permutations k")
    axes.set_ylabel("numbers of a token")
    return ends
