"""Render step: loss against training compute, one line per embedding dimension.

Document 004, Figure 5 (Section 4.3).
"""

import pandas as pd
from matplotlib.figure import Figure

from compsparse.figures.bands import draw_band
from compsparse.figures.canvas import new_figure, settle
from compsparse.figures.captions import band_note, footer, headline
from compsparse.figures.colors import sequential
from compsparse.figures.labels import LineEnd, label_line_ends
from compsparse.figures.replicates import replicate_curves
from compsparse.figures.theme import COLUMN, theme
from compsparse.steps import Inputs, Outputs, Params
from compsparse.studies.factorial.render.loss_band import loss_band
from compsparse.studies.factorial.render.reading import read_result

COLUMNS = ("embedding_dimension", "approximation_complexity", "run", "flops", "loss")

_TOO_NARROW = (0.0, (3.0, 1.5))


def run(inputs: Inputs, params: Params) -> Outputs:
    """Draw the table of the result ``factorial_compression_compute``; no parameters.

    Raises:
        ArtifactError: the table cannot be read.
        ValueError: the table lacks a column or rows, tasks of several approximation complexities
            are mixed, or a loss is not finite.
    """
    figure = _draw(read_result(inputs, params, COLUMNS))
    return {"svg": figure, "png": figure}


def _draw(table: pd.DataFrame) -> Figure:
    widths = sorted(set(table["approximation_complexity"]))
    if len(widths) != 1:
        raise ValueError(
            f"The figure shows one task; the table has tasks of approximation complexity {widths}. "
            "Keep one of them in the evaluate step."
        )
    trained = table[table["flops"] > 0]  # no compute has no place on a logarithmic axis
    dimensions = sorted(set(trained["embedding_dimension"]))
    with theme():
        figure = new_figure(COLUMN, max(2.9, 1.2 + 0.13 * len(dimensions)))
        axes = figure.subplots()
        headline(figure, "Compression: loss by compute and width")
        bands, ends = [], []
        for dimension, color in zip(dimensions, sequential(len(dimensions)), strict=True):
            rows = trained[trained["embedding_dimension"] == dimension]
            flops, losses = replicate_curves(rows, point="flops", value="loss")
            bands.append(loss_band(losses))
            wide = dimension >= widths[0]
            draw_band(axes, flops, bands[-1], color=color, linestyle="-" if wide else _TOO_NARROW)
            text = f"d = {dimension}" + (" = AC" if dimension == widths[0] else "")
            ends.append(LineEnd(float(flops[-1]), float(bands[-1].middle[-1]), text, color))
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.margins(x=0.02)
        axes.set_xlabel("training compute (FLOP)")
        axes.set_ylabel("loss (KL, nats)")
        footer(
            figure,
            f"Dashed: d < AC = {widths[0]}; solid: d ≥ AC.\n{band_note(bands)}",
        )
        return settle(figure, label_line_ends(axes, ends))
