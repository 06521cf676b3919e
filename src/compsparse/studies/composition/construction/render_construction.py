"""Render step: right answers of the constructed transformer against its attention's sharpness."""

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
        axes, shown, x="sharpness", y="right", by="folds", styles=styles, marker="o"
    )
    axes.set_xlabel("score of the key that a query wants")
    axes.set_ylabel("share of right answers")
    sharpest = table[table["sharpness"] == table["sharpness"].max()]
    fig.footer(
        figure,
        f"Weights written down, nothing trained; N = {most} symbols. At the sharpest, over\n"
        f"all k and N, {float(sharpest['right'].min()):.0%} are right, and answers are off by at "
        f"most {float(sharpest['error'].max()):.0e}.",
    )
    return fig.settle(figure, fig.label_line_ends(axes, curves.ends))
