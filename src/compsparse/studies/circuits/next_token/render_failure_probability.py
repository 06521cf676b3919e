"""Render step: how often a program is not learned (document 000, Theorem 4: log(1/delta))."""

import pandas as pd

from compsparse.figures import api as fig

_STYLES = {"failure": "-", "error": (0.0, (2.0, 1.0))}


@fig.renders("task", "bits", "kind", "samples", "run", "share", "trainings")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    trainings = int(table["trainings"].max())
    figure = fig.new_figure(fig.COLUMN, 2.7)
    axes = figure.subplots()
    fig.headline(figure, headline)
    shares = table.groupby(["task", "bits", "kind", "samples"])["share"].mean()
    seen = shares[shares > 0].reset_index()
    cells = list(seen.groupby(["task", "bits"]))
    entries = []
    for ((task, bits), rows), color in zip(cells, fig.CATEGORIES[: len(cells)], strict=True):
        entries.append((f"{task}, {bits} bits", color))
        for kind, style in _STYLES.items():
            curve = rows[rows["kind"] == kind]
            axes.plot(curve["samples"], curve["share"], color=color, linestyle=style)
        fig.draw_dots(axes, rows, x="samples", y="share", color=color, markersize=2)
    axes.set_yscale("log")
    axes.set_ylim(0.5 / trainings, 1.3)
    axes.set_xlim(0, None)
    fig.key(axes, entries, corner="upper right")
    axes.set(xlabel="examples N", ylabel="probability of failure δ")
    fig.footer(
        figure,
        f"{trainings} runs for each N; shares of 0 are left out. Solid: some gate is wrong\n"
        "on some input. Dashed: outputs are wrong on a random input.",
    )
    return fig.settle(figure)
