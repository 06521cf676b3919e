"""Render step: how rare small circuits are (document 000, 'Principle I' and definition)."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig

_DASHES = (0.0, (3.0, 1.5))
_SIZES = (
    ("half of all functions need at least", fig.INK),
    ("2ⁿ/n", fig.CATEGORIES[1]),
    ("n², a polynomial size", fig.CATEGORIES[0]),
)


@fig.renders("part", "inputs", "gates", "functions", "log2_bound")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN, 4.0)
    upper, lower = figure.subplots(2, 1)
    half = table[table["part"] == "half"].sort_values("inputs")
    fig.headline(figure, headline)
    circuits = table[table["part"] == "circuit"]
    _draw_listed(upper, circuits, table[table["part"] == "formula"])
    n = half["inputs"].to_numpy(dtype=np.float64)
    (_, needed), (_, generic), (_, polynomial) = _SIZES
    lower.plot(n, half["gates"], color=needed, marker="o")
    lower.plot(n, 2**n / n, color=generic, linestyle=_DASHES, linewidth=0.9)
    lower.plot(n, n**2, color=polynomial, linestyle=":")
    lower.set_yscale("log")
    lower.set_xticks(n[::2] if len(n) > 6 else n)
    lower.set(xlabel="inputs n", ylabel="gates")
    fig.key(lower, _SIZES)
    fig.footer(
        figure,
        "Above, solid: circuits of gates of fan-in 2, negations free; dashed: formulas;\n"
        f"all listed. Dotted: the count's bound for n = {circuits['inputs'].max()}. Below: the\n"
        "same count, whatever the construction. Exact.",
    )
    return fig.settle(figure)


def _draw_listed(axes: fig.Axes, circuits: pd.DataFrame, formulas: pd.DataFrame) -> None:
    numbers = sorted(circuits["inputs"].unique())
    styles = fig.name_groups(numbers, "n = {}", ordered=True)
    for rows, dashes, width, mark in ((formulas, _DASHES, 0.9, ""), (circuits, "-", 1.3, "o")):
        reached = rows.sort_values("gates").groupby("inputs")["functions"].cumsum()
        share = rows.assign(share=reached / 2.0 ** (2 ** rows["inputs"]), run=0)
        fig.draw_curves(
            axes,
            share,
            x="gates",
            y="share",
            by="inputs",
            styles=styles,
            linestyle=dashes,
            linewidth=width,
            marker=mark,
        )
    first = share[share["gates"] == 0].set_index("inputs")["share"]
    for n, (words, color) in styles.items():
        fig.write(axes, words, 0.0, first[n], color=color, shift=(-5, 0), ha="right", va="center")
    largest = circuits[circuits["inputs"] == numbers[-1]].sort_values("gates")
    bound = np.cumsum(2.0 ** largest["log2_bound"])
    axes.plot(largest["gates"], bound, color=fig.GREY, linestyle=":")
    axes.set_yscale("log")
    axes.set_ylim(top=2.0)
    axes.set(xlabel="gates s", ylabel="share of functions with\nat most s gates")
    most = max(int(rows["gates"].max()) for rows in (circuits, formulas))
    axes.set_xticks(range(most + 1))
    axes.set_xlim(-0.13 * most, most + 0.2)  # room for the numbers of inputs
