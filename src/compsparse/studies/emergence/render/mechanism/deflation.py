"""Render step: directions learned with and without deflation; winners' overlaps at recoveries."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import NullLocator

from compsparse.figures.bands import Band, draw_band, mean_band
from compsparse.figures.canvas import new_figure, settle
from compsparse.figures.captions import band_note, footer, headline
from compsparse.figures.colors import CATEGORIES, for_text
from compsparse.figures.keys import key
from compsparse.figures.reading import read_result
from compsparse.figures.replicates import replicate_curves
from compsparse.figures.theme import COLUMN_AND_A_HALF, GREY, SMALL_TEXT_SIZE, theme
from compsparse.steps import Inputs, Outputs, Params

COLUMNS = (
    "kind",
    "law",
    "neurons",
    "run",
    "directions",
    "learned",
    "direction",
    "foreign",
    "foreign_start",
)
_LAWS = {
    "with_deflation": ("as trained", CATEGORIES[0], -1),
    "without_deflation": ("neurons do not see each other", CATEGORIES[1], 1),
}
_ALIGNED = 0.5  # squared overlap


def run(inputs: Inputs, params: Params) -> Outputs:
    """Draw the table of the result ``emergence_deflation``; no parameters.

    Raises:
        ArtifactError: the table cannot be read.
        ValueError: the table lacks a column or a kind of rows.
    """
    figure = _draw(read_result(inputs, params, COLUMNS))
    return {"svg": figure, "png": figure}


def _draw(table: pd.DataFrame) -> Figure:
    counts, recoveries = (table[table["kind"] == kind] for kind in ("count", "recovery"))
    if counts.empty or recoveries.empty:
        raise ValueError("The table needs rows of the kinds 'count' and 'recovery'.")
    with theme():
        figure = new_figure(COLUMN_AND_A_HALF, 2.6)
        left, right = figure.subplots(1, 2, width_ratios=[1.15, 1.0])
        headline(figure, "A learned direction repels the other neurons: all directions are learned")
        bands = _draw_counts(left, counts)
        never = int(recoveries["foreign"].isna().sum())
        _draw_overlaps(right, recoveries.dropna(subset=["foreign"]))
        footer(
            figure,
            "Population flow, same starts and times for both laws. "
            f"{band_note(bands)}\nRight: as trained, every direction of every seed"
            + (f"; {never} of {len(recoveries)} are never recovered." if never else "."),
        )
        return settle(figure)


def _draw_counts(axes: Axes, counts: pd.DataFrame) -> list[Band]:
    bands = []
    directions = int(counts["directions"].iloc[0])
    axes.axhline(directions, color=GREY, linewidth=0.6)
    axes.set_title("directions learned")
    for law, (text, color, side) in _LAWS.items():
        widths, learned = replicate_curves(
            counts[counts["law"] == law], point="neurons", value="learned"
        )
        band = mean_band(learned)
        draw_band(axes, widths, band, color=color)
        axes.plot(widths, band.middle, linestyle="none", marker="o", color=color)
        axes.annotate(
            text,
            (float(widths[-1]), float(band.middle[-1])),
            xytext=(0, 8 * side),
            textcoords="offset points",
            ha="right",
            va="bottom" if side > 0 else "top",
            color=for_text(color),
            fontsize=SMALL_TEXT_SIZE,
        )
        bands.append(band)
    axes.set_xscale("log")
    axes.set_xticks(widths, [f"{width:g}" for width in widths])
    axes.xaxis.set_minor_locator(NullLocator())
    axes.set_ylim(0, 1.1 * directions)
    axes.text(
        0.01,
        directions,
        f"all {directions}",
        transform=axes.get_yaxis_transform(),
        va="bottom",
        color=GREY,
        fontsize=SMALL_TEXT_SIZE,
    )
    axes.set_xlabel("neurons m")
    axes.set_ylabel("directions")
    return bands


def _draw_overlaps(axes: Axes, recoveries: pd.DataFrame) -> None:
    axes.set_title("largest overlap² of other winners with p")
    for column, color in (("foreign_start", GREY), ("foreign", CATEGORIES[0])):
        axes.plot(
            recoveries["direction"],
            np.maximum(recoveries[column], np.finfo(np.float64).tiny),
            linestyle="none",
            marker="o",
            markersize=2.0,
            markeredgewidth=0,
            alpha=0.5,
            color=color,
        )
    axes.axhline(_ALIGNED, color=GREY, linewidth=0.6)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_ylim(1e-5, 4.0)
    axes.text(
        0.01,
        _ALIGNED,
        "aligned",
        transform=axes.get_yaxis_transform(),
        va="bottom",
        color=GREY,
        fontsize=SMALL_TEXT_SIZE,
    )
    key(
        axes,
        [("when p is recovered", CATEGORIES[0]), ("at the start", GREY)],
        corner="lower left",
    )
    axes.set_xlabel("rank p of the direction")
