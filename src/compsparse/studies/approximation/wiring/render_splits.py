"""Render step: channels of every balanced split, sorted, of a tree and of a generic target."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig

_STYLES = {"tree": ("a tree", fig.CATEGORIES[0]), "generic": ("generic", fig.CATEGORIES[1])}


@fig.renders("target", "split", "right", "pairs", "error", "run", "channels")
def run(table: pd.DataFrame, *, headline: fig.Headline, error: float) -> fig.Figure:
    """``error`` is that shown."""
    rows = table[table["error"] == error]
    means = rows.groupby(["target", "split"])["channels"].mean()
    figure = fig.new_figure(fig.COLUMN, 2.9)
    fig.headline(figure, headline)
    axes = figure.subplots()
    ends = []
    for target, (word, color) in _STYLES.items():
        values = np.sort(means[target].to_numpy())
        places = np.arange(1, len(values) + 1)
        axes.plot(places, values, color=color, linewidth=0.8, marker="o", markersize=3)
        ends.append(fig.LineEnd(float(places[-1]), float(values[-1]), word, color))
    right = float(rows[rows["right"] & (rows["target"] == "tree")]["channels"].mean())
    leader = {"arrowstyle": "-", "color": fig.GREY, "linewidth": 0.8}
    fig.write(axes, "the tree's half", 1, right, shift=(30, 0), va="center", arrowprops=leader)
    axes.set_ylim(0, None)
    axes.set_xlabel("splits of the variables into halves, sorted")
    axes.set_ylabel("channels")
    fig.footer(
        figure,
        f"Ranks for an error of {error:g} of the variance, all {len(means['tree'])} splits\n"
        "of eight variables. Nothing is trained.",
    )
    return fig.settle(figure, fig.label_line_ends(axes, ends))
