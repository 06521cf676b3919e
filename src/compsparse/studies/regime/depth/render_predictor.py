"""Render step: the best depth of each scene against the complexity of its picture."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig


@fig.renders("run", "complexity", "predicted", "best_survival", "best_excess", "outside")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    """A dot for each scene and reading."""
    figure = fig.new_figure(fig.COLUMN, 2.5)
    fig.headline(figure, headline)
    axes = figure.subplots()
    keyed = []
    for measure, words, color, moved in (
        ("best_survival", "by survival", fig.CATEGORIES[0], -0.15),
        ("best_excess", "by excess", fig.CATEGORIES[1], 0.15),
    ):
        rows = table.assign(place=table[measure] + moved)
        fig.draw_dots(axes, rows, x="complexity", y="place", color=color)
        keyed.append((words, color))
    axes.set(xlabel="complexity: PNG over raw bytes", ylabel="best depth")
    depths = sorted({*table["best_survival"], *table["best_excess"]})
    fig.set_ticks(axes.yaxis, depths)
    axes.set_ylim(depths[0] - 1, depths[-1] + 3)  # room for the key
    fig.key(axes, keyed)
    low, high = np.sort(table["predicted"])[[0, -1]]
    fig.footer(
        figure,
        f"The document's line predicts {low:.0f} to {high:.0f} layers here;\n"
        f"{int(table['outside'].sum())} of {len(table)} scenes lie outside of the pictures that it "
        "was fitted to.",
    )
    return fig.settle(figure)
