"""Render step: table entries that a given error takes, against d."""

import pandas as pd

from compsparse.figures import api as fig


@fig.renders("kind", "order", "arity", "variables", "run", "log10_numbers", "beyond")
def run(table: pd.DataFrame, *, error: float, order: int) -> fig.Figure:
    """``order`` is that of the interpolation shown; ``error`` is relative."""
    rows = table[table["order"] == order]
    arities = sorted(set(rows["arity"]) - {0})
    figure = fig.new_figure(fig.COLUMN, 3.0)
    fig.headline(figure, "The same error, for less than d² or for exp(d)")
    axes = figure.subplots()
    ends = []
    colors = {0: fig.INK, **dict(zip(arities, fig.sequential(len(arities)), strict=True))}
    for (kind, arity), sizes in rows.groupby(["kind", "arity"], sort=False):
        means = sizes.groupby("variables")["log10_numbers"].mean()
        measured = ~sizes.groupby("variables")["beyond"].any()
        color = colors[arity]
        line = "--" if kind == "one table, generic target" else "-"
        axes.plot(means.index, means, color=color, linestyle=line)
        axes.plot(means.index[measured], means[measured], linestyle="none", marker="o", color=color)
        text = {"one table, target a tree": "one table", "one table, generic target": "generic"}
        ends.append(
            fig.LineEnd(
                float(means.index[-1]),
                float(means.iloc[-1]),
                text.get(str(kind), f"tree, arity {arity}"),
                color,
            )
        )
    axes.set_xscale("log", base=2)
    axes.xaxis.set_major_formatter(fig.FuncFormatter(lambda value, _: f"{value:g}"))
    axes.yaxis.set_major_formatter(
        fig.FuncFormatter(lambda value, _: f"10{fig.superscript(round(value))}")
    )
    axes.set_xlabel("d, variables")
    axes.set_ylabel(f"entries for an error of {error:g}")
    fig.footer(
        figure,
        "Error: root mean square over standard deviation. Dots: within the grids;\n"
        "lines beyond them extrapolate. Nothing is trained.",
    )
    return fig.settle(figure, fig.label_line_ends(axes, ends))
