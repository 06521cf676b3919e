"""Render step: layers one after the other, and operations of an answer, against k."""

import pandas as pd

from compsparse.figures import api as fig


@fig.renders("folds", "symbols", "way", "questions", "depth", "operations", "right")
def run(table: pd.DataFrame) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.8)
    fig.headline(figure, "A chain of thought takes longer but, for one question, less work")
    left, right = figure.subplots(1, 2)
    most = int(table["symbols"].max())
    shown = table[table["symbols"] == most]
    light, middle, dark = fig.sequential(3)
    longest = float(shown["folds"].max())
    depth, work = [], []
    for way, color, word in (
        ("chain", dark, "chain of\nthought"),
        ("direct_one", light, "one step,\none question"),
        ("direct_all", middle, "one step, all\nkN questions"),
    ):
        rows = shown[shown["way"] == way].sort_values("folds")
        per_answer = rows["operations"] / rows["questions"]
        right.plot(rows["folds"], per_answer, color=color, marker="o")
        work.append(fig.LineEnd(longest, float(per_answer.iloc[-1]), word, color))
        if way != "direct_all":
            left.plot(rows["folds"], rows["depth"], color=color, marker="o")
            text = word if way == "chain" else "one step"
            end = float(rows["depth"].iloc[-1])
            depth.append(fig.LineEnd(longest, end, text, color))
    for axes in (left, right):
        axes.set_xscale("log", base=2)
        axes.xaxis.set_major_locator(fig.FixedLocator(sorted(set(shown["folds"]))))
        axes.xaxis.set_major_formatter(fig.FuncFormatter(lambda value, _: f"{value:g}"))
        axes.xaxis.set_minor_locator(fig.NullLocator())
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
    return fig.settle(figure, fig.label_line_ends(left, depth), fig.label_line_ends(right, work))
