"""Render step: directions learned with and without deflation; winners' overlaps at recoveries."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.emergence.drawing import CROWDED, log_axes, panels, rows_by

_LAWS = {
    "with_deflation": ("as trained", fig.CATEGORIES[0]),
    "without_deflation": ("neurons do not see each other", fig.CATEGORIES[1]),
}
_SIDES = {"as trained": ("top", -8), "neurons do not see each other": ("bottom", 8)}
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
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    counts, recoveries = rows_by(table, "kind", ("count", "recovery"))
    figure, (left, right) = panels(
        headline, fig.COLUMN_AND_A_HALF, 2.6, 1, 2, width_ratios=[1.15, 1.0]
    )
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
    directions = int(counts["directions"].iloc[0])
    curves = fig.draw_curves(
        axes, counts, x="neurons", y="learned", by="law", styles=_LAWS, marker="o"
    )
    for end in curves.ends:
        side, shift = _SIDES[end.text]
        place = (end.x, end.y)
        fig.write(axes, end.text, *place, color=end.color, shift=(0, shift), ha="right", va=side)
    axes.set(xscale="log", ylim=(0, 1.1 * directions))
    fig.set_ticks(axes.xaxis, sorted(set(counts["neurons"])))
    fig.mark_height(axes, directions, f"all {directions}")
    axes.set(title="directions learned", xlabel="neurons m", ylabel="directions")
    return curves.bands


def _draw_overlaps(axes: fig.Axes, recoveries: pd.DataFrame) -> None:
    entries = {
        "foreign_start": ("at the start", fig.GREY),
        "foreign": ("when p is recovered", fig.CATEGORIES[0]),
    }
    # zero has no place on a logarithmic axis
    positive = recoveries[list(entries)].clip(lower=np.finfo(np.float64).tiny)
    for column, (_, color) in entries.items():
        rows = positive.assign(direction=recoveries["direction"])
        fig.draw_dots(axes, rows, x="direction", y=column, color=color, **CROWDED)
    log_axes(axes)
    axes.set(title="largest overlap² of other winners with p", ylim=(1e-5, 4.0))
    fig.mark_height(axes, _ALIGNED, "aligned")
    fig.key(axes, list(entries.values())[::-1], corner="lower left")
    axes.set_xlabel("rank p of the direction")
