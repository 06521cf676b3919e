"""Render step: the exponent of the size in 1 / error, against d, a panel for each order."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig

_PIECES = {1: "piecewise constant", 2: "piecewise linear", 4: "piecewise cubic"}


@fig.renders("kind", "order", "arity", "variables", "run", "exponent", "theory")
def run(table: pd.DataFrame) -> fig.Figure:
    orders = sorted(set(table["order"]))
    arities = sorted(set(table["arity"]) - {0})
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.9)
    fig.headline(figure, "The arity of constituents sets the exponent, not d")
    panels = figure.subplots(1, len(orders), squeeze=False, sharey=True)[0]
    colors = dict(zip(arities, fig.sequential(len(arities)), strict=True))
    labels = []
    for axes, order in zip(panels, orders, strict=True):
        rows = table[table["order"] == order]
        ends = []
        whole = rows[rows["arity"] == 0]
        for marker, (_, tables) in zip("os", whole.groupby("kind", sort=False), strict=False):
            means = tables.groupby("variables")["exponent"].mean()
            hollow = {"markerfacecolor": "none"} if marker == "s" else {}
            axes.plot(means.index, -means, linestyle="none", marker=marker, color=fig.INK, **hollow)
        theory = -whole.groupby("variables")["theory"].first()
        axes.plot(theory.index, theory, color=fig.INK)
        ends.append(
            fig.LineEnd(
                float(theory.index[-1]), float(theory.iloc[-1]), f"one table: d/{order}", fig.INK
            )
        )
        for arity, color in colors.items():
            trees = rows[rows["arity"] == arity]
            means = trees.groupby("variables")["exponent"].mean()
            expected = -float(trees["theory"].iloc[0])
            axes.plot(means.index, np.full(len(means), expected), color=color)
            axes.plot(means.index, -means, linestyle="none", marker="o", color=color)
            text = f"tree of arity {arity}"
            ends.append(fig.LineEnd(float(means.index[-1]), expected, text, color))
        axes.set_xscale("log", base=2)
        axes.set_yscale("log")
        axes.set_xlabel("d, variables")
        axes.set_title(f"m = {order}: {_PIECES[order]}")
        axes.xaxis.set_major_formatter(fig.FuncFormatter(lambda value, _: f"{value:g}"))
        axes.yaxis.set_major_formatter(fig.FuncFormatter(lambda value, _: f"{value:g}"))
        labels.append(fig.label_line_ends(axes, ends))
    panels[0].set_ylabel("exponent of 1 / error")
    fig.footer(
        figure,
        "Entries that a table, or a tree of tables, takes for an error. Nothing is trained. "
        "Lines: theory, d/m and\narity/m; dots: fits to errors at random points; hollow squares: "
        f"a generic target. Means over {table['run'].nunique()} sets of points.",
    )
    return fig.settle(figure, *labels)
