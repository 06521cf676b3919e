"""Render step: table entries that a given error takes, against d."""

import pandas as pd

from compsparse.figures import api as fig

_WORDS = {"one table, target a tree": "one table", "one table, generic target": "generic"}


@fig.renders("kind", "order", "arity", "variables", "run", "log10_numbers", "beyond")
def run(table: pd.DataFrame, *, headline: fig.Headline, error: float, order: int) -> fig.Figure:
    """``order`` is that of the interpolation shown; ``error`` is relative."""
    rows = table[table["order"] == order]
    arities = sorted(set(rows["arity"]) - {0})
    colors = {0: fig.INK, **dict(zip(arities, fig.sequential(len(arities)), strict=True))}
    figure = fig.new_figure(fig.COLUMN, 3.0)
    fig.headline(figure, headline)
    axes = figure.subplots()
    ends = []
    for (kind, arity), sizes in rows.groupby(["kind", "arity"], sort=False):
        means = sizes.groupby("variables")["log10_numbers"].mean()
        beyond = sizes.groupby("variables")["beyond"].any()
        color, words = colors[arity], _WORDS.get(str(kind), f"tree, arity {arity}")
        axes.plot(means, color=color, linestyle="--" if words == "generic" else "-")
        axes.plot(means[~beyond], linestyle="none", marker="o", color=color)
        ends.append(fig.LineEnd(float(means.index[-1]), float(means.iloc[-1]), words, color))
    axes.set_xscale("log", base=2)
    axes.xaxis.set_major_formatter("{x:g}")
    axes.yaxis.set_major_formatter(lambda value, _: f"10{fig.superscript(round(value))}")
    axes.set_xlabel("d, variables")
    axes.set_ylabel(f"entries for an error of {error:g}")
    fig.footer(
        figure,
        "Error: root mean square over standard deviation. Dots: within the grids;\n"
        "lines beyond them extrapolate. Nothing is trained.",
    )
    return fig.settle(figure, fig.label_line_ends(axes, ends))
