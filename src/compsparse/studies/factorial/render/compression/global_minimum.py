"""Render step: least loss found below (AC) and trained loss, against statistical complexity.

Document 004, Section 4.3.
"""

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from compsparse.figures.bands import draw_band
from compsparse.figures.canvas import new_figure, settle
from compsparse.figures.captions import band_note, footer, headline
from compsparse.figures.colors import sequential
from compsparse.figures.labels import LineEnd, label_line_ends
from compsparse.figures.reading import read_result
from compsparse.figures.replicates import replicate_curves
from compsparse.figures.theme import COLUMN, theme
from compsparse.steps import Inputs, Outputs, Params
from compsparse.studies.factorial.render.loss_band import loss_band

COLUMNS = (
    "approximation_complexity",
    "statistical_complexity",
    "embedding_dimension",
    "run",
    "loss",
    "trained_loss",
)

_DASHES = (0.0, (3.0, 1.5))
_FLOOR = 1e-6  # nats; graphs of a rank below (AC) have no loss there, which has no logarithm


def run(inputs: Inputs, params: Params) -> Outputs:
    """Draw the table of the result ``factorial_global_minimum``; no parameters.

    Raises:
        ArtifactError: the table cannot be read.
        ValueError: the table lacks a column, or a row with a dimension below its (AC).
    """
    figure = _draw(read_result(inputs, params, COLUMNS))
    return {"svg": figure, "png": figure}


def _draw(table: pd.DataFrame) -> Figure:
    narrow = table[table["embedding_dimension"] < table["approximation_complexity"]]
    if narrow.empty:
        raise ValueError("The table has no embedding dimension below AC; there is no minimum.")
    dimensions = sorted(set(narrow["embedding_dimension"]))
    with theme():
        figure = new_figure(COLUMN, 2.7)
        axes = figure.subplots()
        headline(figure, "Least loss of narrow embeddings, by SC")
        bands, ends = [], []
        for dimension, color in zip(dimensions, sequential(len(dimensions)), strict=True):
            rows = narrow[narrow["embedding_dimension"] == dimension]
            complexity, found = replicate_curves(rows, point="statistical_complexity", value="loss")
            _, trained = replicate_curves(
                rows, point="statistical_complexity", value="trained_loss"
            )
            bands += [loss_band(np.maximum(values, _FLOOR)) for values in (found, trained)]
            draw_band(axes, complexity, bands[-2], color=color)
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
            ends.append(LineEnd(float(complexity[-1]), end, f"d = {dimension}", color))
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
        footer(
            figure,
            "Solid: least loss found over all functions (3), an upper bound of\n"
            f"the minimum; dashed: trained networks.{below}\n{band_note(bands)}",
        )
        return settle(figure, label_line_ends(axes, ends))
