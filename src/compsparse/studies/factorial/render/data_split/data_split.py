"""Render step: final loss on unseen inputs against the share of inputs seen, by graph.

Document 004, Figure 8 (Section 4.4).
"""

import pandas as pd
from matplotlib.figure import Figure

from compsparse.figures.bands import draw_band
from compsparse.figures.canvas import new_figure, settle
from compsparse.figures.captions import band_note, footer, headline
from compsparse.figures.labels import LineEnd, label_line_ends
from compsparse.figures.reading import read_result
from compsparse.figures.replicates import replicate_curves
from compsparse.figures.theme import COLUMN, theme
from compsparse.steps import Inputs, Outputs, Params
from compsparse.studies.factorial.render.data_split.shares import (
    SHARE_NAME,
    parents_colors,
    parents_name,
    share_axis,
)
from compsparse.studies.factorial.render.loss_band import loss_band

COLUMNS = ("parents", "seen_fraction", "run", "loss", "held_out_loss")


def run(inputs: Inputs, params: Params) -> Outputs:
    """Draw the table of the result ``factorial_data_split``; no parameters.

    Raises:
        ArtifactError: the table cannot be read.
        ValueError: the table lacks a column or rows, or a loss is not finite.
    """
    figure = _draw(read_result(inputs, params, COLUMNS))
    return {"svg": figure, "png": figure}


def _draw(table: pd.DataFrame) -> Figure:
    with theme():
        figure = new_figure(COLUMN, 2.9)
        axes = figure.subplots()
        headline(figure, "Generalization: loss by share of inputs seen")
        bands, ends = [], []
        for parents, color in parents_colors(table["parents"]).items():
            rows = table[table["parents"] == parents]
            shares, held_out = replicate_curves(rows, point="seen_fraction", value="held_out_loss")
            _, unseen = replicate_curves(rows, point="seen_fraction", value="loss")
            band = loss_band(held_out)
            draw_band(axes, shares, band, color=color)
            axes.plot(shares, band.middle, "o", color=color, markersize=2.6)
            complement = loss_band(unseen).middle
            axes.plot(shares, complement, color=color, linewidth=0.8, linestyle=(0, (2.5, 1.5)))
            bands.append(band)
            text = parents_name(parents)
            ends.append(LineEnd(float(shares[-1]), float(band.middle[-1]), text, color))
        axes.set_yscale("log")
        share_axis(axes)
        axes.set_xlabel(SHARE_NAME)
        axes.set_ylabel("final loss on unseen inputs (KL, nats)")
        footer(
            figure,
            "Solid: the same held-out inputs for all γ; dashed: all unseen inputs.\n"
            f"{band_note(bands)}",
        )
        return settle(figure, label_line_ends(axes, ends))
