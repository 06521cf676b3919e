"""Render step: length of a token against k, and error against sharpness, of both layouts."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig

_COLORS = {"wide": fig.GREY, "lean": fig.CATEGORIES[0]}


@fig.renders("layout", "folds", "symbols", "width", "sharpness", "right", "error")
def run(table: pd.DataFrame) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.7)
    fig.headline(figure, "Tokens of at most 3kN numbers compose as exactly")
    widths, errors = figure.subplots(1, 2)
    n, most = int(table["symbols"].max()), int(table["folds"].max())
    shown = table[table["symbols"] == n]
    labels = []
    ends = []
    folds = np.array(sorted(set(shown["folds"])), dtype=np.float64)
    formulas = {
        "wide": (folds * n * (np.log2(folds) + 3), "wide: kN(log₂ k + 3)"),
        "lean": (folds * n + n * (np.log2(folds) + 2), "lean: kN + N(log₂ k + 2)"),
    }
    for layout, (formula, text) in formulas.items():
        counted = shown[shown["layout"] == layout].groupby("folds")["width"].first()
        widths.plot(folds, formula, color=_COLORS[layout])
        widths.plot(folds, counted, color=_COLORS[layout], linestyle="none", marker="o")
        ends.append(fig.LineEnd(folds[-1], float(formula[-1]), text, _COLORS[layout]))
    widths.set_xscale("log", base=2)
    widths.set_yscale("log")
    widths.set_xticks(folds, [f"{k:g}" for k in folds])
    widths.set_xlabel("permutations k")
    widths.set_ylabel("numbers of a token")
    labels.append(fig.label_line_ends(widths, ends))
    ends = []
    for layout, color in _COLORS.items():
        rows = shown[(shown["layout"] == layout) & (shown["folds"] == most)]
        rows = rows.sort_values("sharpness")
        errors.plot(rows["sharpness"], rows["error"], color=color, marker="o")
        last = rows.iloc[-1]
        ends.append(fig.LineEnd(last["sharpness"], last["error"], layout, color))
    errors.set_yscale("log")
    errors.set_xlabel("lead of the wanted key")
    errors.set_ylabel("largest error of an answer")
    errors.set_title(f"k = {most}")
    labels.append(fig.label_line_ends(errors, ends))
    sharpest = table[table["sharpness"] == table["sharpness"].max()]
    wrong = 1.0 - float(sharpest["right"].min())
    fig.footer(
        figure,
        f"Weights written down, nothing trained; N = {n}. Dots: counted, lines: formulas.\n"
        "Lead: the score of the wanted key less the next one's. Wrong answers at the\n"
        f"sharpest, over all k and N: {wrong:.0%}.",
    )
    return fig.settle(figure, *labels)
