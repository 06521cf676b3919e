"""Render step: examples that leave one target, task by task, beside what counting says."""

import pandas as pd

from compsparse.figures import api as fig

# column, words, marker, color and face
_MARKS = (
    ("information", "log(N!ᵏ) / log N", "|", fig.GREY, "white"),
    ("product", "kN ln N", "D", fig.GREY, "white"),
    ("search", "Nᵏ", "s", fig.GREY, fig.GREY),
    ("counted", "measured", "o", fig.INK, fig.INK),
)


@fig.renders("folds", "symbols", "run", "needed", "counted", "information", "product", "search")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    means = table.groupby(["folds", "symbols"])[[name for name, *_ in _MARKS]].mean()
    heights = range(len(means))[::-1]
    figure = fig.new_figure(fig.COLUMN, 0.22 * len(means) + 1.9)
    fig.headline(figure, headline)
    axes = figure.subplots()
    for name, text, marker, color, face in _MARKS:
        axes.plot(
            means[name],
            heights,
            color=color,
            linestyle="none",
            marker=marker,
            markerfacecolor=face,
            markersize=6 if marker == "|" else 4,
            label=text,
        )
    axes.set_xscale("log")
    axes.set_yticks(heights, [f"k = {k}, N = {n}" for k, n in means.index])
    axes.set_ylim(-0.7, len(means) - 0.3)
    axes.set_xlabel("labelled examples until one target is left")
    axes.legend(loc="upper right", frameon=False, fontsize=fig.SMALL_TEXT_SIZE)
    lost = int(table["needed"].isna().sum())
    fig.footer(
        figure,
        f"Means of {table['run'].nunique()} random targets, all tuples tried. Nᵏ: what queries\n"
        f"would take, but for constants. Not identified: {lost} of {len(table)}.",
    )
    return fig.settle(figure)
