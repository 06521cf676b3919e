"""Render step: trees and bigrams that tell stories (listed in document 000, NeurIPS 2024)."""

import pandas as pd
from matplotlib.figure import Figure

from compsparse.figures.bands import Band, draw_band, mean_band
from compsparse.figures.canvas import new_figure, settle, stacked_panels
from compsparse.figures.captions import band_note, footer, headline
from compsparse.figures.colors import CATEGORIES
from compsparse.figures.labels import LineEnd, label_line_ends
from compsparse.figures.reading import read_result
from compsparse.figures.replicates import replicate_curves
from compsparse.figures.theme import COLUMN, GREY, theme
from compsparse.steps import Inputs, Outputs, Params

COLUMNS = ("model", "run", "stories", "cross_entropy", "consistent", "entropy")

_MODELS = ("tree", "bigram")


def run(inputs: Inputs, params: Params) -> Outputs:
    """Draw the table of the result ``circuits_story_trees``.

    Params: window, words that the tree sees.

    Raises:
        ArtifactError: the table cannot be read.
        ValueError: the table lacks a column or rows.
    """
    table = read_result(inputs, params, COLUMNS, ("window",))
    figure = _draw(table, params["window"])
    return {"svg": figure, "png": figure}


def _draw(table: pd.DataFrame, window: int) -> Figure:
    with theme():
        figure = new_figure(COLUMN, 3.3)
        headline(figure, "A tree tells consistent stories, bigrams do not")
        bands: list[Band] = []
        labels = []
        panels = stacked_panels(figure, 1.0, 1.0)
        for axes, value in zip(panels, ("consistent", "cross_entropy"), strict=True):
            ends = []
            for model, color in zip(_MODELS, CATEGORIES, strict=False):
                rows = table[table["model"] == model]
                stories, values = replicate_curves(rows, point="stories", value=value)
                band = mean_band(values)
                bands.append(band)
                draw_band(axes, stories, band, color=color)
                ends.append(LineEnd(float(stories[-1]), float(band.middle[-1]), model, color))
            axes.set_xscale("log")
            axes.set_ylim(bottom=-0.03)  # a line at 0 is seen whole
            labels.append(label_line_ends(axes, ends))
        top, bottom = panels
        top.set_ylabel("probability that a\ntold story is consistent")
        bottom.axhline(float(table["entropy"].iloc[0]), color=GREY, linewidth=0.8, linestyle=":")
        bottom.set_ylabel("cross entropy\n(nats for each word)")
        bottom.set_xlabel("training stories")
        footer(
            figure,
            f"The tree sees the last {window} words. Dotted: entropy of the stories.\n"
            f"{band_note(bands)}",
        )
        return settle(figure, *labels)
