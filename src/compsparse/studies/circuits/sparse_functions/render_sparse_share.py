"""Render step: how rare small circuits are (document 000, 'Principle I' and definition)."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig

_DASHES = (0.0, (3.0, 1.5))


@fig.renders("part", "inputs", "gates", "functions", "log2_bound")
def run(table: pd.DataFrame) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN, 4.0)
    upper, lower = figure.subplots(2, 1)
    half = table[table["part"] == "half"].sort_values("inputs")
    above = half.loc[half["gates"] > half["inputs"] ** 2, "inputs"]
    least = f"From n = {above.min()} on, most" if len(above) else "For large n, most"
    fig.headline(figure, f"{least} need over n² gates")
    _draw_listed(upper, table)
    n = half["inputs"].to_numpy(dtype=np.float64)
    lower.plot(n, half["gates"], color=fig.INK, marker="o")
    lower.plot(n, 2**n / n, color=fig.CATEGORIES[1], linestyle=_DASHES, linewidth=0.9)
    lower.plot(n, n**2, color=fig.CATEGORIES[0], linestyle=":")
    lower.set_yscale("log")
    lower.set_xticks(n[::2] if len(n) > 6 else n)
    lower.set_xlabel("inputs n")
    lower.set_ylabel("gates")
    fig.key(
        lower,
        [
            ("half of all functions need at least", fig.INK),
            ("2ⁿ/n", fig.CATEGORIES[1]),
            ("n², a polynomial size", fig.CATEGORIES[0]),
        ],
    )
    most = int(table.loc[table["part"] == "circuit", "inputs"].max())
    fig.footer(
        figure,
        "Above, solid: circuits of gates of fan-in 2, negations free; dashed:\n"
        f"formulas; all listed. Dotted: the count's bound for n = {most}. Below:\n"
        "the same count, whatever the construction. Exact.",
    )
    return fig.settle(figure)


def _draw_listed(axes: fig.Axes, table: pd.DataFrame) -> None:
    circuits = table[table["part"] == "circuit"]
    numbers = sorted(int(n) for n in circuits["inputs"].unique())
    for n, color in zip(numbers, fig.sequential(len(numbers)), strict=True):
        for part, linestyle, width in (("formula", _DASHES, 0.9), ("circuit", "-", 1.3)):
            rows = table[(table["part"] == part) & (table["inputs"] == n)].sort_values("gates")
            if rows.empty:
                continue
            share = rows["functions"].cumsum() / 2.0 ** (2**n)
            axes.plot(rows["gates"], share, color=color, linestyle=linestyle, linewidth=width)
            if part == "circuit":
                axes.plot(rows["gates"], share, "o", color=color)
        axes.annotate(
            f"n = {n}",
            (0.0, float(share.iloc[0])),
            xytext=(-5, 0),
            textcoords="offset points",
            ha="right",
            va="center",
            fontsize=fig.SMALL_TEXT_SIZE,
            color=fig.for_text(color),
        )
        bound = np.cumsum(2.0 ** rows["log2_bound"])
        if n == numbers[-1]:
            axes.plot(rows["gates"], bound, color=fig.GREY, linestyle=":")
    axes.set_yscale("log")
    axes.set_ylim(top=2.0)
    axes.set_xlabel("gates s")
    axes.set_ylabel("share of functions with\nat most s gates")
    most = int(table.loc[table["part"] != "half", "gates"].max())
    axes.set_xticks(range(most + 1))
    axes.set_xlim(-0.13 * most, most + 0.2)  # room for the numbers of inputs
