"""Render step: directions learned with and without deflation; winners' overlaps at recoveries."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig

_LAWS = {
    "with_deflation": ("as trained", fig.CATEGORIES[0], -1),
    "without_deflation": ("neurons do not see each other", fig.CATEGORIES[1], 1),
}
_ALIGNED = 0.5  # squared overlap


@fig.renders(
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
def run(table: pd.DataFrame) -> fig.Figure:
    counts, recoveries = (table[table["kind"] == kind] for kind in ("count", "recovery"))
    if counts.empty or recoveries.empty:
        raise ValueError("The table needs rows of the kinds 'count' and 'recovery'.")
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.6)
    left, right = figure.subplots(1, 2, width_ratios=[1.15, 1.0])
    fig.headline(figure, "A learned direction repels the other neurons: all directions are learned")
    bands = _draw_counts(left, counts)
    never = int(recoveries["foreign"].isna().sum())
    _draw_overlaps(right, recoveries.dropna(subset=["foreign"]))
    fig.footer(
        figure,
        "Population flow, same starts and times for both laws. "
        f"{fig.band_note(bands)}\nRight: as trained, every direction of every seed"
        + (f"; {never} of {len(recoveries)} are never recovered." if never else "."),
    )
    return fig.settle(figure)


def _draw_counts(axes: fig.Axes, counts: pd.DataFrame) -> list[fig.Band]:
    bands = []
    directions = int(counts["directions"].iloc[0])
    axes.axhline(directions, color=fig.GREY, linewidth=0.6)
    axes.set_title("directions learned")
    for law, (text, color, side) in _LAWS.items():
        widths, learned = fig.replicate_curves(
            counts[counts["law"] == law], point="neurons", value="learned"
        )
        band = fig.mean_band(learned)
        fig.draw_band(axes, widths, band, color=color)
        axes.plot(widths, band.middle, linestyle="none", marker="o", color=color)
        axes.annotate(
            text,
            (float(widths[-1]), float(band.middle[-1])),
            xytext=(0, 8 * side),
            textcoords="offset points",
            ha="right",
            va="bottom" if side > 0 else "top",
            color=fig.for_text(color),
            fontsize=fig.SMALL_TEXT_SIZE,
        )
        bands.append(band)
    axes.set_xscale("log")
    axes.set_xticks(widths, [f"{width:g}" for width in widths])
    axes.xaxis.set_minor_locator(fig.NullLocator())
    axes.set_ylim(0, 1.1 * directions)
    axes.text(
        0.01,
        directions,
        f"all {directions}",
        transform=axes.get_yaxis_transform(),
        va="bottom",
        color=fig.GREY,
        fontsize=fig.SMALL_TEXT_SIZE,
    )
    axes.set_xlabel("neurons m")
    axes.set_ylabel("directions")
    return bands


def _draw_overlaps(axes: fig.Axes, recoveries: pd.DataFrame) -> None:
    axes.set_title("largest overlap² of other winners with p")
    for column, color in (("foreign_start", fig.GREY), ("foreign", fig.CATEGORIES[0])):
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
    axes.axhline(_ALIGNED, color=fig.GREY, linewidth=0.6)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_ylim(1e-5, 4.0)
    axes.text(
        0.01,
        _ALIGNED,
        "aligned",
        transform=axes.get_yaxis_transform(),
        va="bottom",
        color=fig.GREY,
        fontsize=fig.SMALL_TEXT_SIZE,
    )
    fig.key(
        axes,
        [("when p is recovered", fig.CATEGORIES[0]), ("at the start", fig.GREY)],
        corner="lower left",
    )
    axes.set_xlabel("rank p of the direction")
