"""Render step: final loss on unseen inputs against embedding dimension, by rank of the parent map.

Document 004, Remark 4 (Section 2.2).
"""

import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import NullLocator

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

COLUMNS = ("rank", "parents", "embedding_dimension", "run", "loss")


def run(inputs: Inputs, params: Params) -> Outputs:
    """Draw the table of the result ``factorial_parent_map``; no parameters.

    Raises:
        ArtifactError: the table cannot be read.
        ValueError: the table lacks a column or rows, or a loss is not finite.
    """
    figure = _draw(read_result(inputs, params, COLUMNS))
    return {"svg": figure, "png": figure}


def _draw(table: pd.DataFrame) -> Figure:
    ranks = sorted(set(table["rank"]))
    with theme():
        figure = new_figure(COLUMN, 2.7)
        axes = figure.subplots()
        headline(figure, "Unseen inputs: loss by rank and width")
        bands, ends = [], []
        for rank, color in zip(ranks, sequential(len(ranks)), strict=True):
            rows = table[table["rank"] == rank]
            dimensions, losses = replicate_curves(rows, point="embedding_dimension", value="loss")
            bands.append(loss_band(losses))
            draw_band(axes, dimensions, bands[-1], color=color)
            axes.plot(dimensions, bands[-1].middle, linestyle="none", marker="o", color=color)
            end = float(bands[-1].middle[-1])
            ends.append(LineEnd(float(dimensions[-1]), end, f"rank {rank}", color))
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.margins(x=0.03)
        shown = sorted(set(table["embedding_dimension"]))
        axes.set_xticks(shown, [f"{dimension}" for dimension in shown])
        axes.xaxis.set_minor_locator(NullLocator())
        axes.set_xlabel("embedding dimension d")
        axes.set_ylabel("final loss on unseen inputs (KL, nats)")
        footer(
            figure,
            f"Rank of the parent map: sizes of all parents, added up.\n{band_note(bands)}",
        )
        return settle(figure, label_line_ends(axes, ends))
