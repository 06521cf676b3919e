"""Render step: the error of the constructed transformer against the sharpness of its attention."""

import pandas as pd

from compsparse.figures import api as fig


@fig.renders("folds", "symbols", "layers", "width", "sharpness", "right", "error")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN, 2.9)
    fig.headline(figure, headline)
    axes = figure.subplots()
    most = int(table["symbols"].max())
    shown = table[table["symbols"] == most].assign(run=0)
    layers = shown.groupby("folds")["layers"].first()
    styles = {
        k: (f"{words}: {layers[k]} layers", color)
        for k, (words, color) in fig.name_groups(layers.index, "k = {}", ordered=True).items()
    }
    curves = fig.draw_curves(
        axes, shown, x="sharpness", y="error", by="folds", styles=styles, marker="o"
    )
    axes.set_yscale("log")
    axes.set_xlabel("score of the key that a query wants")
    axes.set_ylabel("largest error of an answer")
    sharpest = table[table["sharpness"] == table["sharpness"].max()]
    wrong = 1.0 - float(sharpest["right"].min())
    fig.footer(
        figure,
        f"Weights written down, nothing trained; N = {most} symbols. Wrong answers at the\n"
        f"sharpest, over all k and N: {wrong:.0%}. Width d = kN(log₂ k + 3), at most "
        f"{int(table['width'].max()):,}.",
    )
    return fig.settle(figure, fig.label_line_ends(axes, curves.ends))
