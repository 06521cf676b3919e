"""Render step: samples to learn a step with and without locality (document 000, Figure 10.2)."""

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from compsparse.figures.bands import draw_band, log_band
from compsparse.figures.canvas import new_figure, settle
from compsparse.figures.captions import band_note, footer, headline
from compsparse.figures.colors import CATEGORIES, for_text
from compsparse.figures.reading import read_result
from compsparse.figures.replicates import replicate_curves
from compsparse.figures.theme import COLUMN, GREY, theme
from compsparse.steps import Inputs, Outputs, Params

COLUMNS = ("learner", "cells", "run", "states", "expected")

_NAMES = {"whole": "table of whole states", "block": "table of blocks of 2 × 2 cells"}
_BESIDE = {"whole": (6.0, 0.0), "block": (0.0, 14.0)}  # points from the last one of a line


def run(inputs: Inputs, params: Params) -> Outputs:
    """Draw the table of the result ``circuits_global_transitions``.

    Params: share, of whole states.

    Raises:
        ArtifactError: the table cannot be read.
        ValueError: the table lacks a column or rows.
    """
    figure = _draw(read_result(inputs, params, COLUMNS, ("share",)), params["share"])
    return {"svg": figure, "png": figure}


def _draw(table: pd.DataFrame, share: float) -> Figure:
    with theme():
        figure = new_figure(COLUMN, 2.6)
        axes = figure.subplots()
        headline(figure, "Without locality, samples double per cell")
        bands = []
        for (learner, name), color in zip(_NAMES.items(), CATEGORIES, strict=False):
            rows = table[table["learner"] == learner]
            cells, states = replicate_curves(rows, point="cells", value="states")
            _, expected = replicate_curves(rows, point="cells", value="expected")
            band = log_band(states, "states")
            bands.append(band)
            draw_band(axes, cells, band, color=color)
            axes.plot(cells, expected[0], linestyle="none", marker="o", color=GREY, markersize=2.5)
            axes.annotate(
                name,
                (float(cells[-1]), float(band.middle[-1])),
                xytext=_BESIDE[learner],
                textcoords="offset points",
                ha="left" if _BESIDE[learner][0] > 0 else "right",
                va="center",
                color=for_text(color),
            )
        axes.set_yscale("log")
        sizes = np.unique(table["cells"].to_numpy())
        axes.set_xticks(sizes, [str(size) for size in sizes])
        axes.set_xlabel("cells of the grid")
        axes.set_ylabel(f"states seen until {share:.0%} are right")
        footer(figure, f"One step of billiard balls. Dots: calculated means.\n{band_note(bands)}")
        return settle(figure)
