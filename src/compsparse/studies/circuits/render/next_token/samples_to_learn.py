"""Render step: examples until a program is learned, by its number of gates.

Document 000, slide 'Autoregressive Universality', Theorem 4: polynomial in the circuit's size.
"""

import pandas as pd
from matplotlib.figure import Figure

from compsparse.figures.bands import draw_band, log_band
from compsparse.figures.canvas import new_figure, settle
from compsparse.figures.captions import band_note, footer, headline
from compsparse.figures.colors import CATEGORIES
from compsparse.figures.labels import LineEnd, label_line_ends
from compsparse.figures.numbers import in_type
from compsparse.figures.reading import read_result
from compsparse.figures.replicates import replicate_curves
from compsparse.figures.theme import COLUMN, GREY, theme
from compsparse.statistics.power_law import log_log_slope
from compsparse.steps import Inputs, Outputs, Params
from compsparse.studies.circuits.render.next_token.names import shown

COLUMNS = ("task", "gates", "run", "learned", "samples")
_REFERENCES = ((1, "as s", (0.0, (3.0, 1.5))), (2, "as s²", (0.0, (1.0, 1.5))))


def run(inputs: Inputs, params: Params) -> Outputs:
    """Draw the table of the result ``circuits_samples_to_learn``; no parameters.

    Raises:
        ArtifactError: the table cannot be read.
        ValueError: the table lacks a column or rows, or a run lacks a size.
    """
    figure = _draw(read_result(inputs, params, COLUMNS))
    return {"svg": figure, "png": figure}


def _draw(table: pd.DataFrame) -> Figure:
    with theme():
        figure = new_figure(COLUMN, 2.7)
        axes = figure.subplots()
        headline(figure, "Examples needed grow about as the circuit")
        bands, ends = [], []
        for (task, rows), color in zip(table.groupby("task"), CATEGORIES, strict=False):
            gates, samples = replicate_curves(rows, point="gates", value="samples")
            bands.append(log_band(samples, "samples"))
            middle = bands[-1].middle
            draw_band(axes, gates, bands[-1], color=color)
            axes.plot(gates, middle, linestyle="none", marker="o", color=color)
            text = shown(str(task))
            if len(gates) > 1:
                text += f" {in_type(log_log_slope(gates, middle), '.2f')}"
            ends.append(LineEnd(float(gates[-1]), float(middle[-1]), text, color))
        low, high = float(table["gates"].min()), float(table["gates"].max())
        start = 0.6 * float(table["samples"].min())
        for exponent, text, dashes in _REFERENCES:
            top = start * (high / low) ** exponent
            axes.plot([low, high], [start, top], color=GREY, linestyle=dashes, linewidth=0.9)
            ends.append(LineEnd(high, top, text, GREY))
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_xlabel("gates s, tokens that are predicted")
        axes.set_ylabel("N*, examples until 99 % right")
        missed = int((table["learned"] == 0).sum())
        footer(
            figure,
            f"Linear next-token predictor, outputs generated token by token.\n{band_note(bands)}\n"
            f"Numbers: slopes. Never learned: {missed} of {len(table)} runs.",
        )
        return settle(figure, label_line_ends(axes, ends))
