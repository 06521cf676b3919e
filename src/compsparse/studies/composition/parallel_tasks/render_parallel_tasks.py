"""Render step: layers of the constructed transformers against sequential steps."""

import textwrap

import numpy as np
import pandas as pd

from compsparse.figures import api as fig

_PANELS = {
    "automaton": ("finite automata", "symbols of the word, T", "layers: ⌈log₂ T⌉"),
    "hops": ("k-hop induction heads", "hops, k", "layers: log₂ k + 2"),
}


@fig.renders("kind", "task", "size", "layers", "right")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.9)
    fig.headline(figure, headline)
    panels = figure.subplots(1, 2)
    labels = []
    for axes, (kind, (title, across, formula)) in zip(panels, _PANELS.items(), strict=True):
        rows = table[(table["kind"] == kind)].groupby("size")["layers"].max()
        sizes = rows.index.to_numpy(dtype=np.float64)
        color = fig.sequential(1)[0]
        axes.plot(sizes, sizes, color=fig.GREY)
        axes.plot(sizes, rows, color=color, marker="o")
        ends = [
            fig.LineEnd(sizes[-1], sizes[-1], "steps, one after\nthe other", fig.GREY),
            fig.LineEnd(sizes[-1], float(rows.iloc[-1]), formula.replace(": ", ":\n"), color),
        ]
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_locator(fig.MaxNLocator(5, integer=True))
        axes.set_xlabel(across)
        axes.set_title(title)
        labels.append(fig.label_line_ends(axes, ends))
    panels[0].set_ylabel("layers, or steps")
    automata = table[table["kind"] == "automaton"]["task"].unique()
    named = textwrap.fill(", ".join(name.replace("_", " ") for name in automata), 80)
    wrong = 1.0 - float(table["right"].min())
    fig.footer(
        figure,
        "Weights written down, nothing trained; wrong answers, at the worst task and size: "
        f"{wrong:.0%}.\nAutomata, which all take the same layers: {named}.",
    )
    return fig.settle(figure, *labels)
