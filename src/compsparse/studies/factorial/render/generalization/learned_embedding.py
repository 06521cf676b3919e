"""Render step: losses on seen and unseen inputs with a learned and with a fixed embedding.

Document 004, Section 2.2.
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
from compsparse.figures.theme import COLUMN, GREY, theme
from compsparse.steps import Inputs, Outputs, Params
from compsparse.studies.factorial.render.loss_band import loss_band

COLUMNS = ("embedding", "run", "step", "loss", "train_loss", "constant_loss")

_COLORS = {"learned": CATEGORIES[1], "fixed": CATEGORIES[0]}
_DASHES = (0.0, (3.0, 1.5))


def run(inputs: Inputs, params: Params) -> Outputs:
    """Draw the table of the result ``factorial_learned_embedding``; no parameters.

    Raises:
        ArtifactError: the table cannot be read.
        ValueError: the table lacks a column or rows, has another embedding than "learned" and
            "fixed", or a loss is not finite.
    """
    figure = _draw(read_result(inputs, params, COLUMNS))
    return {"svg": figure, "png": figure}


def _draw(table: pd.DataFrame) -> Figure:
    unknown = sorted(set(table["embedding"]) - set(_COLORS))
    if unknown:
        raise ValueError(
            f"The table has the embedding {unknown[0]!r}; the figure knows {', '.join(_COLORS)}. "
            "Rebuild the table with the evaluate step."
        )
    trained = table[table["step"] > 0]  # step 0 has no place on a logarithmic axis
    constant = loss_band(table[table["step"] == 0][["constant_loss"]].to_numpy(dtype=float))
    with theme():
        figure = new_figure(COLUMN, 2.7)
        axes = figure.subplots()
        headline(figure, "Unseen inputs: learned or fixed embedding")
        bands, ends = [], []
        for embedding, color in _COLORS.items():
            for column, inputs in (("loss", "unseen"), ("train_loss", "seen")):
                rows = trained[trained["embedding"] == embedding]
                steps, losses = replicate_curves(rows, point="step", value=column)
                bands.append(loss_band(losses))
                line = "-" if inputs == "unseen" else _DASHES
                draw_band(axes, steps, bands[-1], color=color, linestyle=line)
                end = float(bands[-1].middle[-1])
                ends.append(LineEnd(float(steps[-1]), end, f"{embedding}, {inputs}", color))
        level = float(constant.middle[0])
        axes.axhline(level, color=GREY, linewidth=0.6, linestyle=":")
        ends.append(LineEnd(float(steps[-1]), level, "best constant", GREY))
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_xlim(steps[0], steps[-1])
        axes.set_xlabel("updates")
        axes.set_ylabel("loss (KL, nats)")
        footer(
            figure,
            "Dashed: seen inputs; best constant: one prediction for all unseen.\n"
            f"{band_note(bands)}",
        )
        return settle(figure, label_line_ends(axes, ends))
