"""Render step: what a linear probe reads from each layer, learned and fixed embedding.

Document 004, Remark 1 (Section 2.1).
"""

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from compsparse.figures.bands import Band, draw_band, mean_band
from compsparse.figures.canvas import new_figure, settle
from compsparse.figures.captions import band_note, footer, headline
from compsparse.figures.colors import CATEGORIES
from compsparse.figures.labels import LineEnd, label_line_ends
from compsparse.figures.reading import read_result
from compsparse.figures.replicates import replicate_curves
from compsparse.figures.theme import COLUMN_AND_A_HALF, GREY, theme
from compsparse.steps import Inputs, Outputs, Params

COLUMNS = ("embedding", "target", "depth", "run", "explained_variance")

_TARGETS = (
    ("relevant factors", CATEGORIES[0], "-"),
    ("log probabilities", CATEGORIES[1], (0.0, (3.0, 1.5))),
    ("irrelevant factors", CATEGORIES[2], "-"),
)
_PANELS = (
    ("learned", "learned embedding"),
    ("fixed", "fixed factor embedding"),
)


def run(inputs: Inputs, params: Params) -> Outputs:
    """Draw the table of the result ``factorial_layer_probe``; no parameters.

    Raises:
        ArtifactError: the table cannot be read.
        ValueError: the table lacks a column, a target or an embedding.
    """
    figure = _draw(read_result(inputs, params, COLUMNS))
    return {"svg": figure, "png": figure}


def _draw(table: pd.DataFrame) -> Figure:
    with theme():
        figure = new_figure(COLUMN_AND_A_HALF, 2.5)
        panels = figure.subplots(1, 2, sharey=True)
        headline(figure, "What a linear probe reads after each layer")
        bands: list[Band] = []
        for axes, (embedding, title) in zip(panels, _PANELS, strict=True):
            rows = table[table["embedding"] == embedding]
            ends = _draw_panel(axes, rows, embedding, bands)
            axes.set_title(title)
        panels[0].set_ylabel("variance explained (R²)")
        panels[0].set_yticks([0.0, 0.5, 1.0], ["0", "0.5", "1"])
        footer(figure, f"Linear probe on inputs it was not fit to; 0: no skill. {band_note(bands)}")
        return settle(figure, label_line_ends(panels[1], ends))


def _draw_panel(axes: Axes, rows: pd.DataFrame, embedding: str, bands: list[Band]) -> list[LineEnd]:
    ends = []
    for target, color, dashes in _TARGETS:
        line = rows[rows["target"] == target]
        if line.empty:
            raise ValueError(
                f"The table has no target {target!r} of the {embedding} embedding; rebuild it "
                "with the evaluate step."
            )
        depths, values = replicate_curves(line, point="depth", value="explained_variance")
        bands.append(mean_band(values))
        draw_band(axes, depths, bands[-1], color=color, linestyle=dashes)
        ends.append(LineEnd(float(depths[-1]), float(bands[-1].middle[-1]), target, color))
    axes.axhline(0.0, color=GREY, linewidth=0.6)
    axes.set_xticks(depths, ["embed.", *(f"{int(depth)}" for depth in depths[1:])])
    axes.set_xlabel("after layer")
    return ends
