"""Render step: examples until functions are known (document 000, slide after Theorem 4)."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig

_MOST_LINES = 3


@fig.renders("kind", "reads", "bits", "run", "samples", "expected")
def run(table: pd.DataFrame) -> fig.Figure:
    reads = sorted(table.loc[table["kind"] == "constituent", "reads"].unique())
    shown = [reads[i] for i in np.unique(np.linspace(0, len(reads) - 1, _MOST_LINES).astype(int))]
    lines = [("table", None, "one table\nof all n bits", fig.CATEGORIES[1])]
    lines += [
        ("constituent", bits, f"reads {bits} bit{'s' if bits > 1 else ''}", color)
        for bits, color in zip(shown, fig.sequential(len(shown)), strict=True)
    ]
    lines.append(("program", None, "all gates of\nn-bit parity", fig.CATEGORIES[2]))
    figure = fig.new_figure(fig.COLUMN, 2.7)
    axes = figure.subplots()
    fig.headline(figure, "Few bits need few examples")
    ends = []
    for kind, bits, text, color in lines:
        rows = table[(table["kind"] == kind) & ((table["reads"] == bits) | (bits is None))]
        means = rows.groupby("bits")[["samples", "expected"]].mean()
        axes.plot(means.index, means["expected"], color=color, linewidth=0.9)
        axes.plot(means.index, means["samples"], color=color, linestyle="none", marker="o")
        last = means.iloc[-1]
        ends.append(fig.LineEnd(float(means.index[-1]), float(last["samples"]), text, color))
    axes.set_xscale("log")
    axes.set_yscale("log")
    ticks = [n for n in (1, 2, 4, 8, 16, 32, 64) if n <= table["bits"].max()]
    axes.set_xticks(ticks, [str(n) for n in ticks])
    axes.set_xticks([], minor=True)
    axes.set_xlabel("bits n of an input")
    axes.set_ylabel("examples until all patterns were seen")
    fig.footer(
        figure,
        f"Points: means of {table['run'].nunique()} seeds. Lines: exact expectations\n"
        "(parity: of independent steps).",
    )
    return fig.settle(figure, fig.label_line_ends(axes, ends))
