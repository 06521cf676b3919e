"""Render step: layers one after the other, and operations of an answer, against k."""

import pandas as pd

from compsparse.figures import api as fig

_LIGHT, _MIDDLE, _DARK = fig.sequential(3)
_DEPTH = {"chain": ("chain of\nthought", _DARK), "direct_one": ("one step", _LIGHT)}
_WORK = {
    "chain": ("chain of\nthought", _DARK),
    "direct_one": ("one step,\none question", _LIGHT),
    "direct_all": ("one step, all\nkN questions", _MIDDLE),
}


@fig.renders("folds", "symbols", "way", "questions", "depth", "operations", "right")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.8)
    fig.headline(figure, headline)
    left, right = figure.subplots(1, 2)
    most = int(table["symbols"].max())
    # nothing is drawn at random in what is shown
    shown = table[table["symbols"] == most].assign(
        run=0, per_answer=table["operations"] / table["questions"]
    )
    depth = fig.draw_curves(left, shown, y="depth", x="folds", by="way", styles=_DEPTH, marker="o")
    work = fig.draw_curves(
        right, shown, y="per_answer", x="folds", by="way", styles=_WORK, marker="o"
    )
    for axes in (left, right):
        axes.set_xscale("log", base=2)
        fig.set_ticks(axes.xaxis, sorted(set(shown["folds"])))
        axes.set_xlabel("k, permutations composed")
    left.set_ylim(bottom=0)
    left.yaxis.set_major_locator(fig.MaxNLocator(integer=True, nbins=5))
    left.set_ylabel("layers in sequence")
    right.set_yscale("log")
    right.set_ylabel("operations for an answer")
    wrong = 1.0 - float(table["right"].min())
    fig.footer(
        figure,
        f"Weights written down, nothing trained; N = {most}; wrong answers over all k and N: "
        f"{wrong:.0%}. Dense matrix\nproducts: 4dq(d + T) for a layer that answers q of T tokens "
        "of d numbers.",
    )
    labels = fig.label_line_ends(left, depth.ends), fig.label_line_ends(right, work.ends)
    return fig.settle(figure, *labels)
