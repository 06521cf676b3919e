"""Render step: least loss found below (AC) and trained loss by (SC) (document 004, Section 4.3)."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.drawing.loss_band import loss_band

_DASHES = (0.0, (3.0, 1.5))
_FLOOR = 1e-6  # nats; graphs of a rank below (AC) have no loss there, which has no logarithm


@fig.renders(
    "approximation_complexity",
    "statistical_complexity",
    "embedding_dimension",
    "run",
    "loss",
    "trained_loss",
)
def run(table: pd.DataFrame) -> fig.Figure:
    narrow = table[table["embedding_dimension"] < table["approximation_complexity"]]
    if narrow.empty:
        raise ValueError("The table has no embedding dimension below AC; there is no minimum.")
    dimensions = sorted(set(narrow["embedding_dimension"]))
    figure = fig.new_figure(fig.COLUMN, 2.7)
    axes = figure.subplots()
    fig.headline(figure, "Least loss of narrow embeddings, by SC")
    bands, ends = [], []
    for dimension, color in zip(dimensions, fig.sequential(len(dimensions)), strict=True):
        rows = narrow[narrow["embedding_dimension"] == dimension]
        complexity, found = fig.replicate_curves(rows, point="statistical_complexity", value="loss")
        _, trained = fig.replicate_curves(
            rows, point="statistical_complexity", value="trained_loss"
        )
        bands += [loss_band(np.maximum(values, _FLOOR)) for values in (found, trained)]
        fig.draw_band(axes, complexity, bands[-2], color=color)
        axes.plot(complexity, bands[-2].middle, linestyle="none", marker="o", color=color)
        axes.plot(
            complexity,
            bands[-1].middle,
            color=color,
            linestyle=_DASHES,
            linewidth=0.9,
            marker="o",
            markerfacecolor="white",
            markeredgewidth=0.8,
        )
        end = float(np.sqrt(bands[-2].middle[-1] * bands[-1].middle[-1]))
        ends.append(fig.LineEnd(float(complexity[-1]), end, f"d = {dimension}", color))
    axes.set_xscale("log")
    axes.set_yscale("log")
    ticks = sorted(set(narrow["statistical_complexity"]))
    axes.set_xticks(ticks, [f"{tick:,}" for tick in ticks])
    axes.set_xticks([], minor=True)
    axes.margins(x=0.06)
    axes.set_xlabel("statistical complexity (SC)")
    axes.set_ylabel("loss (KL, nats)")
    below = ""
    if (narrow["loss"] < _FLOOR).any():
        below = f" Less than {_FLOOR:g} nats is drawn there."
    fig.footer(
        figure,
        "Solid: least loss found over all functions (3), an upper bound of\n"
        f"the minimum; dashed: trained networks.{below}\n{fig.band_note(bands)}",
    )
    return fig.settle(figure, fig.label_line_ends(axes, ends))
