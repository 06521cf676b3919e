"""A target, the images of networks, and their measure compared with dense networks."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from jaxtyping import Float32

from compsparse.figures import api as fig
from compsparse.studies.regime.kinds import COLORS, NAMES
from compsparse.studies.regime.own_target.painting import LEAST_SSIM
from compsparse.studies.regime.panels import show_picture
from compsparse.studies.regime.scores.excess import fit_nulls

_TARGET = "target"
_LINES = {"stopped": "-", "width": "--"}  # by the kind of reference networks, as nulls are sorted
_MARKERS = ("^", "o")  # rounds before the last one, and the last


@fig.renders("kind", "stage", "run", "error", "ssim", "comparable", "reference")
def run(
    table: pd.DataFrame,
    *,
    name: str,
    measure: str,
    pictures: Mapping[str, Float32[np.ndarray, "row column 3"]],
) -> fig.Figure:
    networks = table[~table["reference"]]
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 4.4)
    grid = figure.add_gridspec(2, len(pictures), height_ratios=[1.0, 1.75])
    fig.headline(figure, name)
    for column, (shown, picture) in enumerate(pictures.items()):
        axes = figure.add_subplot(grid[0, column])
        show_picture(axes, picture)
        axes.set_title(NAMES.get(shown, shown), color=fig.for_text(COLORS.get(shown, fig.GREY)))
        if shown != _TARGET:
            axes.set_xlabel(_fit(networks[networks["kind"] == shown]), fontsize=fig.SMALL_TEXT_SIZE)
    axes = figure.add_subplot(grid[1, :])
    _draw_null(axes, table[table["reference"]], measure)
    for kind, rows in networks.groupby("kind", sort=False):
        last = rows["stage"] == rows["stage"].max()
        for marker, chosen in zip(_MARKERS, (rows[~last], rows[last]), strict=True):
            _draw(axes, chosen, measure, marker, COLORS[str(kind)])
    axes.set_xscale("log")
    axes.set_xlabel("mean squared error")
    axes.set_title(measure)
    # a fixed number of ticks: their labels are measured once, before the panel has its height
    axes.yaxis.set_major_locator(fig.MaxNLocator(4))
    fig.footer(
        figure,
        "Pictures: first seed, pruned ones after the last round. Discs, in the colours of their "
        "names: all seeds;\ntriangles: after earlier rounds; hollow: no reference has this error; "
        f"pale: SSIM below {LEAST_SSIM}, a smear.\nLines: what an error alone brings, by dense "
        "networks (dots) that were stopped early\n(solid) or are narrower (dashed).",
    )
    return fig.settle(figure)


def _fit(rows: pd.DataFrame) -> str:
    first = rows[(rows["run"] == 0) & (rows["stage"] == rows["stage"].max())].iloc[0]
    smear = "" if first["ssim"] >= LEAST_SSIM else "\ndoes not paint the target"
    return f"error {first['error']:.4f}, SSIM {first['ssim']:.2f}{smear}"


def _draw(axes: fig.Axes, rows: pd.DataFrame, measure: str, marker: str, color: str) -> None:
    comparable = rows["comparable"].to_numpy(dtype=bool)
    paints = rows["ssim"].to_numpy() >= LEAST_SSIM
    for chosen, face in ((comparable, color), (~comparable, "none")):
        for painting, opacity in ((paints, 1.0), (~paints, 0.35)):
            found = rows[chosen & painting]
            style: dict[str, Any] = {"color": color, "markerfacecolor": face, "markersize": 4}
            axes.plot(found["error"], found[measure], marker, alpha=opacity, **style)


def _draw_null(axes: fig.Axes, references: pd.DataFrame, measure: str) -> None:
    axes.plot(references["error"], references[measure], ".", color=fig.GREY, markersize=2.5)
    try:
        nulls = fit_nulls(references, measure)
    except ValueError:  # too few references for a line; the points stay
        return
    kinds = sorted(set(references.dropna(subset=[measure])["kind"]))
    for kind, null in zip(kinds, nulls, strict=True):
        errors = np.logspace(null.lowest, null.highest, 50)
        axes.plot(errors, null.scores(errors), _LINES[kind], color=fig.GREY, linewidth=1.0)
