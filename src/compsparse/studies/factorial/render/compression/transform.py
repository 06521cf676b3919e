"""Render step: loss against updates with and without the transform.

Document 004, Section 3.1.
"""

import pandas as pd
from matplotlib.figure import Figure

from compsparse.figures.bands import draw_band
from compsparse.figures.canvas import new_figure, settle
from compsparse.figures.captions import band_note, footer, headline
from compsparse.figures.colors import CATEGORIES
from compsparse.figures.labels import LineEnd, label_line_ends
from compsparse.figures.reading import read_result
from compsparse.figures.replicates import replicate_curves
from compsparse.figures.theme import COLUMN, theme
from compsparse.steps import Inputs, Outputs, Params
from compsparse.studies.factorial.render.loss_band import loss_band
from compsparse.studies.factorial.render.notation import approximation

COLUMNS = (
    "layers",
    "embedding_dimension",
    "approximation_complexity",
    "statistical_complexity",
    "run",
    "step",
    "loss",
)

_NAMES = {0: "no layer", 1: "one layer"}
_DASHES: dict[int, str | tuple[float, tuple[float, ...]]] = {0: (0.0, (3.0, 1.5)), 1: "-"}


def run(inputs: Inputs, params: Params) -> Outputs:
    """Draw the table of the result ``factorial_transform``; no parameters.

    Raises:
        ArtifactError: the table cannot be read.
        ValueError: the table lacks a column or rows, or a loss is not finite.
    """
    figure = _draw(read_result(inputs, params, COLUMNS))
    return {"svg": figure, "png": figure}


def _draw(table: pd.DataFrame) -> Figure:
    trained = table[table["step"] > 0]  # step 0 has no place on a logarithmic axis
    widths = sorted(set(trained["approximation_complexity"]))
    if len(widths) != 1:
        raise ValueError(f"The figure shows one task; the table has tasks of AC {widths}.")
    with theme():
        figure = new_figure(COLUMN, 2.6)
        axes = figure.subplots()
        headline(figure, "Loss with and without the transform")
        bands, ends = [], []
        dimensions = sorted(set(trained["embedding_dimension"]))
        for dimension, color in zip(dimensions, CATEGORIES, strict=False):
            for layers, name in _NAMES.items():
                rows = trained[
                    (trained["embedding_dimension"] == dimension) & (trained["layers"] == layers)
                ]
                steps, losses = replicate_curves(rows, point="step", value="loss")
                bands.append(loss_band(losses))
                draw_band(axes, steps, bands[-1], color=color, linestyle=_DASHES[layers])
                end = float(bands[-1].middle[-1])
                ends.append(LineEnd(float(steps[-1]), end, f"d = {dimension}, {name}", color))
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.margins(x=0.0)
        axes.set_xlabel("updates")
        axes.set_ylabel("loss (KL, nats)")
        axes.set_title(f"learned embedding; {approximation(int(widths[0]))}")
        footer(figure, f"Dashed: no layer; solid: one layer.\n{band_note(bands)}")
        return settle(figure, label_line_ends(axes, ends))
