"""Render step: loss by entropy, factored or shuffled (document 004, Section 4.2, footnote 2)."""

from typing import Any

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.drawing.loss_band import loss_band

_NEAR = 0.12  # of the whole range

_NAMES = {
    "inputs": "shuffled\nfor each input",
    "parent_states": "shuffled for each\nparent state",
    "factored": "factored",
}


@fig.renders("concentration", "outcomes", "run", "mean_entropy", "area")
def run(table: pd.DataFrame) -> fig.Figure:
    if unknown := sorted(set(table["outcomes"]) - set(_NAMES)):
        raise ValueError(
            f"The table has the outcomes {unknown[0]!r}; the figure knows {', '.join(_NAMES)}."
        )
    table = table.assign(loss=np.exp(table["area"]))
    entropy = table.groupby("concentration")["mean_entropy"].mean()
    figure = fig.new_figure(fig.COLUMN, 2.7)
    axes = figure.subplots()
    fig.headline(figure, "Loss by entropy of the target")
    bands, ends = [], []
    shown = [name for name in _NAMES if name in set(table["outcomes"])]
    for name, color in zip(shown, fig.CATEGORIES[: len(shown)], strict=True):
        band, end = _draw_line(axes, table[table["outcomes"] == name], entropy, color)
        bands.append(band)
        ends.append(fig.LineEnd(*end, _NAMES[name], color))
    axes.set_yscale("log")
    axes.margins(x=0.04, y=0.1)
    _mark_concentrations(axes, entropy)
    axes.set_xlabel("mean entropy of p(y | x) (nats)")
    axes.set_ylabel("loss (KL, nats),\ngeometric mean over a run")
    fig.footer(
        figure, f"{fig.band_note(bands)}\nShuffled: same entropy at every input, no factors."
    )
    return fig.settle(figure, fig.label_line_ends(axes, ends))


def _draw_line(
    axes: fig.Axes, rows: pd.DataFrame, entropy: "pd.Series[float]", color: str
) -> tuple[fig.Band, tuple[float, float]]:
    concentrations, losses = fig.replicate_curves(rows, point="concentration", value="loss")
    points = entropy.loc[concentrations].to_numpy(dtype=np.float64)
    band = loss_band(losses)
    fig.draw_band(axes, points, band, color=color)
    axes.plot(points, band.middle, linestyle="none", marker="o", color=color)
    return band, (float(points[-1]), float(band.middle[-1]))


def _mark_concentrations(axes: fig.Axes, entropy: "pd.Series[float]") -> None:
    top = axes.get_xaxis_transform()
    style: dict[str, Any] = {"fontsize": fig.SMALL_TEXT_SIZE, "color": fig.GREY, "va": "bottom"}
    axes.text(-0.11, 1.01, "α =", transform=axes.transAxes, ha="right", **style)
    places = entropy.to_numpy(dtype=np.float64)
    near = np.diff(places) < _NEAR * (places[-1] - places[0])
    for index, (concentration, place) in enumerate(
        zip(entropy.index, places.tolist(), strict=True)
    ):
        axes.axvline(place, color=fig.GREY, linewidth=0.4, linestyle=(0.0, (1.0, 2.0)), zorder=0.5)
        # away from a neighbor that is too near for both labels
        right = index < len(near) and near[index]
        left = index > 0 and near[index - 1]
        side = "center" if left == right else "right" if right else "left"
        axes.text(place, 1.01, f"{concentration:g}", transform=top, ha=side, **style)
