"""Render step: decision trees that learn automata (listed in document 000, NeurIPS 2024)."""

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from compsparse.figures.bands import Band, draw_band, mean_band
from compsparse.figures.canvas import new_figure, settle, stacked_panels
from compsparse.figures.captions import band_note, footer, headline
from compsparse.figures.colors import sequential
from compsparse.figures.labels import LineEnd, LineLabels, label_line_ends
from compsparse.figures.reading import read_result
from compsparse.figures.replicates import replicate_curves
from compsparse.figures.theme import COLUMN, theme
from compsparse.steps import Inputs, Outputs, Params

COLUMNS = ("kind", "states", "symbols", "run", "strings", "accuracy", "end_accuracy")

_KINDS = {"permutations": "automata that never forget", "maps": "random automata"}
_DASHES = (0.0, (2.0, 1.2))


def run(inputs: Inputs, params: Params) -> Outputs:
    """Draw the table of the result ``circuits_automata_trees``.

    Params: training_length and test_length, of the strings.

    Raises:
        ArtifactError: the table cannot be read.
        ValueError: the table lacks a column or rows.
    """
    table = read_result(inputs, params, COLUMNS, ("training_length", "test_length"))
    figure = _draw(table, params["training_length"], params["test_length"])
    return {"svg": figure, "png": figure}


def _draw(table: pd.DataFrame, training_length: int, test_length: int) -> Figure:
    with theme():
        figure = new_figure(COLUMN, 3.8)
        headline(figure, "Trees learn automata by steps, not end to end")
        bands: list[Band] = []
        panels = stacked_panels(figure, 1.0, 1.0)
        labels = []
        for axes, (kind, title) in zip(panels, _KINDS.items(), strict=True):
            labels.append(_panel(axes, table[table["kind"] == kind], bands))
            axes.set_title(title)
            axes.set_ylabel("last states right")
        panels[-1].set_xlabel("training strings")
        footer(
            figure,
            f"Solid: tree of single steps, strings of {test_length}. Dashed: tree of raw strings, "
            f"of {training_length}.\n{band_note(bands)}",
        )
        return settle(figure, *labels)


def _panel(axes: Axes, table: pd.DataFrame, bands: list[Band]) -> LineLabels:
    sizes = list(table.groupby(["states", "symbols"], sort=True))
    ends = []
    for ((states, _), rows), color in zip(sizes, sequential(len(sizes)), strict=True):
        for value, linestyle in (("accuracy", "-"), ("end_accuracy", _DASHES)):
            strings, values = replicate_curves(rows, point="strings", value=value)
            band = mean_band(values)
            bands.append(band)
            draw_band(axes, strings, band, color=color, linestyle=linestyle)
            if value == "accuracy":
                end = LineEnd(float(strings[-1]), float(band.middle[-1]), f"{states} states", color)
                ends.append(end)
    axes.set_xscale("log")
    axes.set_ylim(0.0, 1.04)
    return label_line_ends(axes, ends)
