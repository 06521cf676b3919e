"""Render step: unseen loss of a second task by its embedding's origin (document 004, Section 5)."""

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.figures import api as fig
from compsparse.studies.factorial.drawing.loss_band import loss_band

# from bottom to top
_NAMES = {
    "untrained": "random vectors",
    "incompatible": "learned on task 1,\nrows permuted",
    "compatible": "learned on task 1",
    "oracle": "sum of factor\nvectors",
}
_SPACING = 0.22  # of the distance between two rows


@fig.renders("embedding", "seen_fraction", "run", "loss")
def run(table: pd.DataFrame) -> fig.Figure:
    if set(table["embedding"]) != set(_NAMES):
        raise ValueError(
            f"The table has the embeddings {sorted(set(table['embedding']))}; the figure needs "
            f"{sorted(_NAMES)}."
        )
    fractions = sorted(set(table["seen_fraction"]))
    colors = dict(zip(fractions, fig.CATEGORIES[: len(fractions)], strict=True))
    figure = fig.new_figure(fig.COLUMN, 2.5)
    axes = figure.subplots()
    fig.headline(figure, "Transfer: task 2 with a fixed embedding")
    seeds = 0
    for index, (fraction, color) in enumerate(colors.items()):
        offset = _SPACING * ((len(fractions) - 1) / 2 - index)
        for place, name in enumerate(_NAMES):
            kept = (table["embedding"] == name) & (table["seen_fraction"] == fraction)
            _, losses = fig.replicate_curves(table[kept], point="seen_fraction", value="loss")
            _draw_cell(axes, place + offset, losses[:, 0], loss_band(losses), color)
            seeds = len(losses)
    axes.set_xscale("log")
    axes.xaxis.set_major_locator(fig.LogLocator(subs=(1.0, 3.0)))
    axes.xaxis.set_major_formatter(fig.FuncFormatter(lambda loss, _: f"{loss:g}"))
    axes.xaxis.set_minor_formatter(fig.NullFormatter())
    axes.set_yticks(range(len(_NAMES)), list(_NAMES.values()))
    axes.set_ylim(-0.5, len(_NAMES) - 0.5)
    axes.tick_params(axis="y", length=0)
    axes.grid(visible=False, axis="y")
    axes.set_xlabel("loss on unseen inputs of task 2 (KL, nats)")
    axes.set_ylabel("embedding of the inputs")
    words = [(f"{fraction:.0%} of inputs seen", color) for fraction, color in colors.items()]
    fig.key(axes, words, corner="lower left")
    fig.footer(figure, f"{seeds} seeds: small dots; bar: their geometric mean.")
    return fig.settle(figure)


def _draw_cell(
    axes: fig.Axes, place: float, losses: Float64[np.ndarray, " run"], band: fig.Band, color: str
) -> None:
    axes.plot(
        losses,
        np.full(len(losses), place),
        linestyle="none",
        marker="o",
        markersize=2.5,
        markerfacecolor=color,
        markeredgewidth=0,
        alpha=0.55,
    )
    axes.plot(
        band.middle, [place], linestyle="none", marker="|", markersize=9, color=color, mew=1.8
    )
