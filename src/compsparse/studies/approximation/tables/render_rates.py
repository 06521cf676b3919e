"""Render step: the exponent of the size in 1 / error, against d, a panel for each order."""

import pandas as pd

from compsparse.figures import api as fig

_PIECES = {1: "piecewise constant", 2: "piecewise linear", 4: "piecewise cubic"}
_HOLLOW = {"marker": "s", "markerfacecolor": "none"}


@fig.renders("kind", "order", "arity", "variables", "run", "exponent", "theory")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    keys = ["order", "arity", "kind", "variables"]
    means = -table.groupby(keys)[["exponent", "theory"]].mean()
    arities = sorted(set(table["arity"]) - {0})
    colors = {0: fig.INK, **dict(zip(arities, fig.sequential(len(arities)), strict=True))}
    orders = sorted(set(table["order"]))
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.9)
    fig.headline(figure, headline)
    panels = figure.subplots(1, len(orders), squeeze=False, sharey=True)[0]
    labels = []
    for axes, order in zip(panels, orders, strict=True):
        ends = []
        for arity, color in colors.items():
            rows = means.loc[order, arity]
            for kind, points in rows["exponent"].groupby("kind"):
                marker = _HOLLOW if kind == "one table, generic target" else {"marker": "o"}
                axes.plot(points[kind], linestyle="none", color=color, **marker)
            theory = rows["theory"].groupby("variables").first()
            axes.plot(theory, color=color)
            text = f"tree of arity {arity}" if arity else f"one table: d/{order}"
            ends.append(fig.LineEnd(float(theory.index[-1]), float(theory.iloc[-1]), text, color))
        axes.set_xscale("log", base=2)
        axes.set_yscale("log")
        axes.set_xlabel("d, variables")
        axes.set_title(f"m = {order}: {_PIECES[order]}")
        axes.xaxis.set_major_formatter("{x:g}")
        axes.yaxis.set_major_formatter("{x:g}")
        labels.append(fig.label_line_ends(axes, ends))
    panels[0].set_ylabel("exponent of 1 / error")
    fig.footer(
        figure,
        "Entries that a table, or a tree of tables, takes for an error. Nothing is trained. "
        "Lines: theory, d/m and\narity/m; dots: fits to errors at random points; hollow squares: "
        f"a generic target. Means over {table['run'].nunique()} targets.",
    )
    return fig.settle(figure, *labels)
