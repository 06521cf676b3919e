"""Render step: examples until functions are known (document 000, slide after Theorem 4)."""

from typing import Any

import numpy as np
import pandas as pd

from compsparse.figures import api as fig

_MOST_LINES = 3


@fig.renders("kind", "reads", "bits", "run", "samples", "expected")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    reads = sorted(table.loc[table["kind"] == "constituent", "reads"].unique())
    shown = [reads[i] for i in np.unique(np.linspace(0, len(reads) - 1, _MOST_LINES).astype(int))]
    styles = {"table": ("one table\nof all n bits", fig.CATEGORIES[1])}
    for bits, color in zip(shown, fig.sequential(len(shown)), strict=True):
        styles[f"constituent {bits}"] = (f"reads {bits} bit{'s' if bits > 1 else ''}", color)
    styles["program"] = ("all gates of\nn-bit parity", fig.CATEGORIES[2])
    constituent = table["kind"] == "constituent"
    lines = table["kind"].mask(constituent, "constituent " + table["reads"].astype(str))
    means = table.assign(line=lines).groupby(["line", "bits"])[["samples", "expected"]].mean()
    means = means.reset_index().assign(run=0)
    figure = fig.new_figure(fig.COLUMN, 2.7)
    axes = figure.subplots()
    fig.headline(figure, headline)
    by_line: dict[str, Any] = {"x": "bits", "by": "line", "styles": styles}
    fig.draw_curves(axes, means, y="expected", **by_line, linewidth=0.9)
    points = fig.draw_curves(axes, means, y="samples", **by_line, linestyle="none", marker="o")
    axes.set_xscale("log")
    axes.set_yscale("log")
    fig.set_ticks(axes.xaxis, [n for n in (1, 2, 4, 8, 16, 32, 64) if n <= table["bits"].max()])
    axes.set(xlabel="bits n of an input", ylabel="examples until all patterns were seen")
    fig.footer(
        figure,
        f"Points: means of {table['run'].nunique()} seeds. Lines: exact expectations\n"
        "(parity: of independent steps).",
    )
    return fig.settle(figure, fig.label_line_ends(axes, points.ends))
