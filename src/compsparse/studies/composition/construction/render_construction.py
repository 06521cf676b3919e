"""Render step: layers of the constructed transformer that answer, against k."""

import pandas as pd

from compsparse.figures import api as fig


@fig.renders("folds", "symbols", "layers", "width", "sharpness", "right", "error")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN, 2.9)
    fig.headline(figure, headline)
    axes = figure.subplots()
    sharpest = table[table["sharpness"] == table["sharpness"].max()]
    by_folds = sharpest.groupby("folds").agg({"layers": "first", "right": "min", "error": "max"})
    folds, layers = by_folds.index.to_numpy(), by_folds["layers"].to_numpy()
    axes.plot(folds, folds, color=fig.GREY, linewidth=1.0, dashes=(4, 2))
    axes.plot(folds, layers, color=fig.INK)
    for k, (number, right, _) in by_folds.iterrows():
        face = fig.INK if right == 1 else "white"
        axes.plot([k], [number], marker="o", color=fig.INK, markerfacecolor=face)
    axes.set(xscale="log", yscale="log")
    fig.set_ticks(axes.xaxis, folds.tolist())
    fig.set_ticks(axes.yaxis, sorted({*layers.tolist(), *folds.tolist()}))
    axes.set_xlabel("k, permutations that are composed")
    axes.set_ylabel("layers")
    sizes = ", ".join(f"{n}" for n in sorted(set(table["symbols"])))
    fig.footer(
        figure,
        f"Weights written down, nothing trained; N = {sizes}. Full dots: every answer is\n"
        f"right, at a score of {table['sharpness'].max():g} for the key that a query wants; answers"
        f"\nare off by at most {float(by_folds['error'].max()):.0e}.",
    )
    ends = [
        fig.LineEnd(float(folds[-1]), float(folds[-1]), "one after\nthe other: k", fig.GREY),
        fig.LineEnd(float(folds[-1]), float(layers[-1]), "log₂ k + 1", fig.INK),
    ]
    return fig.settle(figure, fig.label_line_ends(axes, ends))
