"""Render step: loss on unseen inputs of a second task, by where its embedding comes from.

Document 004, Section 5, last paragraph.
"""

import numpy as np
import pandas as pd
from jaxtyping import Float64
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

from compsparse.figures.bands import Band
from compsparse.figures.canvas import new_figure, settle
from compsparse.figures.captions import footer, headline
from compsparse.figures.colors import CATEGORIES
from compsparse.figures.keys import key
from compsparse.figures.reading import read_result
from compsparse.figures.replicates import replicate_curves
from compsparse.figures.theme import COLUMN, theme
from compsparse.steps import Inputs, Outputs, Params
from compsparse.studies.factorial.render.loss_band import loss_band

COLUMNS = ("embedding", "seen_fraction", "run", "loss")

# from bottom to top
_NAMES = {
    "untrained": "random vectors",
    "incompatible": "learned on task 1,\nrows permuted",
    "compatible": "learned on task 1",
    "oracle": "sum of factor\nvectors",
}
_SPACING = 0.22  # of the distance between two rows


def run(inputs: Inputs, params: Params) -> Outputs:
    """Draw the table of the result ``factorial_transfer``; no parameters.

    Raises:
        ArtifactError: the table cannot be read.
        ValueError: the table lacks a column, rows or an embedding, or a loss is not finite.
    """
    figure = _draw(read_result(inputs, params, COLUMNS))
    return {"svg": figure, "png": figure}


def _draw(table: pd.DataFrame) -> Figure:
    if set(table["embedding"]) != set(_NAMES):
        raise ValueError(
            f"The table has the embeddings {sorted(set(table['embedding']))}; the figure needs "
            f"{sorted(_NAMES)}."
        )
    fractions = sorted(set(table["seen_fraction"]))
    with theme():
        figure = new_figure(COLUMN, 2.5)
        axes = figure.subplots()
        headline(figure, "Transfer: task 2 with a fixed embedding")
        seeds = 0
        for index, (fraction, color) in enumerate(zip(fractions, CATEGORIES, strict=False)):
            offset = _SPACING * ((len(fractions) - 1) / 2 - index)
            for place, name in enumerate(_NAMES):
                kept = (table["embedding"] == name) & (table["seen_fraction"] == fraction)
                _, losses = replicate_curves(table[kept], point="seen_fraction", value="loss")
                _draw_cell(axes, place + offset, losses[:, 0], loss_band(losses), color)
                seeds = len(losses)
        axes.set_xscale("log")
        axes.xaxis.set_major_locator(LogLocator(subs=(1.0, 3.0)))
        axes.xaxis.set_major_formatter(FuncFormatter(lambda loss, _: f"{loss:g}"))
        axes.xaxis.set_minor_formatter(NullFormatter())
        axes.set_yticks(range(len(_NAMES)), list(_NAMES.values()))
        axes.set_ylim(-0.5, len(_NAMES) - 0.5)
        axes.tick_params(axis="y", length=0)
        axes.grid(visible=False, axis="y")
        axes.set_xlabel("loss on unseen inputs of task 2 (KL, nats)")
        axes.set_ylabel("embedding of the inputs")
        words = [
            (f"{fraction:.0%} of inputs seen", color)
            for fraction, color in zip(fractions, CATEGORIES, strict=False)
        ]
        key(axes, words, corner="lower left")
        footer(figure, f"{seeds} seeds: small dots; bar: their geometric mean.")
        return settle(figure)


def _draw_cell(
    axes: Axes, place: float, losses: Float64[np.ndarray, " run"], band: Band, color: str
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
