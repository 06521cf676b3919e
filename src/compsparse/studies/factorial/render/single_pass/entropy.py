"""Render step: loss against the entropy of the target, factored and shuffled.

Document 004, Section 4.2, footnote 2.
"""

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from compsparse.figures.bands import Band, draw_band
from compsparse.figures.canvas import new_figure, settle
from compsparse.figures.captions import band_note, footer, headline
from compsparse.figures.colors import CATEGORIES
from compsparse.figures.labels import LineEnd, label_line_ends
from compsparse.figures.reading import read_result
from compsparse.figures.replicates import replicate_curves
from compsparse.figures.theme import COLUMN, GREY, SMALL_TEXT_SIZE, theme
from compsparse.steps import Inputs, Outputs, Params
from compsparse.studies.factorial.render.loss_band import loss_band

COLUMNS = ("concentration", "outcomes", "run", "mean_entropy", "area")

_NEAR = 0.12  # of the whole range

_NAMES = {
    "inputs": "shuffled\nfor each input",
    "parent_states": "shuffled for each\nparent state",
    "factored": "factored",
}


def run(inputs: Inputs, params: Params) -> Outputs:
    """Draw the table of the result ``factorial_entropy``; no parameters.

    Raises:
        ArtifactError: the table cannot be read.
        ValueError: the table lacks a column or rows, has an unknown kind of outcomes, or a loss is
            not finite.
    """
    figure = _draw(read_result(inputs, params, COLUMNS))
    return {"svg": figure, "png": figure}


def _draw(table: pd.DataFrame) -> Figure:
    if unknown := sorted(set(table["outcomes"]) - set(_NAMES)):
        raise ValueError(
            f"The table has the outcomes {unknown[0]!r}; the figure knows {', '.join(_NAMES)}."
        )
    table = table.assign(loss=np.exp(table["area"]))
    entropy = table.groupby("concentration")["mean_entropy"].mean()
    with theme():
        figure = new_figure(COLUMN, 2.7)
        axes = figure.subplots()
        headline(figure, "Loss by entropy of the target")
        bands, ends = [], []
        shown = [name for name in _NAMES if name in set(table["outcomes"])]
        for name, color in zip(shown, CATEGORIES, strict=False):
            band, end = _draw_line(axes, table[table["outcomes"] == name], entropy, color)
            bands.append(band)
            ends.append(LineEnd(*end, _NAMES[name], color))
        axes.set_yscale("log")
        axes.margins(x=0.04, y=0.1)
        _mark_concentrations(axes, entropy)
        axes.set_xlabel("mean entropy of p(y | x) (nats)")
        axes.set_ylabel("loss (KL, nats),\ngeometric mean over a run")
        footer(figure, f"{band_note(bands)}\nShuffled: same entropy at every input, no factors.")
        return settle(figure, label_line_ends(axes, ends))


def _draw_line(
    axes: Axes, rows: pd.DataFrame, entropy: "pd.Series[float]", color: str
) -> tuple[Band, tuple[float, float]]:
    concentrations, losses = replicate_curves(rows, point="concentration", value="loss")
    points = entropy.loc[concentrations].to_numpy(dtype=np.float64)
    band = loss_band(losses)
    draw_band(axes, points, band, color=color)
    axes.plot(points, band.middle, linestyle="none", marker="o", color=color)
    return band, (float(points[-1]), float(band.middle[-1]))


def _mark_concentrations(axes: Axes, entropy: "pd.Series[float]") -> None:
    top = axes.get_xaxis_transform()
    style: dict[str, Any] = {"fontsize": SMALL_TEXT_SIZE, "color": GREY, "va": "bottom"}
    axes.text(-0.11, 1.01, "α =", transform=axes.transAxes, ha="right", **style)
    places = entropy.to_numpy(dtype=np.float64)
    near = np.diff(places) < _NEAR * (places[-1] - places[0])
    for index, (concentration, place) in enumerate(
        zip(entropy.index, places.tolist(), strict=True)
    ):
        axes.axvline(place, color=GREY, linewidth=0.4, linestyle=(0.0, (1.0, 2.0)), zorder=0.5)
        # away from a neighbor that is too near for both labels
        right = index < len(near) and near[index]
        left = index > 0 and near[index - 1]
        side = "center" if left == right else "right" if right else "left"
        axes.text(place, 1.01, f"{concentration:g}", transform=top, ha=side, **style)
