"""Kept fractions of all runs, in panels by arity and by outputs."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.tickets.pruning.kept import FLOOR, NOT_PRUNABLE

_MARKERS = {"pruned": "o", FLOOR: "v"}
NOTE = "Dots: runs; bars: geometric means."


@dataclass(frozen=True)
class Series:
    """One method of pruning.

    Attributes:
        kept: column of kept fractions.
        status: column of their statuses.
        color: of dots; grey replaces it where most networks need no MLP.
    """

    kept: str
    status: str
    color: str


def most_need(rows: pd.DataFrame) -> bool:
    """Return whether most of these networks need their MLP."""
    return bool(rows["needs_mlp"].mean() > 0.5)


def draw_kept(axes: fig.Axes, rows: pd.DataFrame, column: str, series: Series) -> None:
    """Draw each run's kept fraction at evenly spaced ticks, one for each value of a column.

    Dots are kept fractions; triangles point down where the lowest density tried is enough; a cross
    at the top of the axes is a run that is not prunable.
    """
    values = sorted(set(rows[column]))
    for tick, value in enumerate(values):
        runs = rows[rows[column] == value].sort_values("run")
        color = series.color if most_need(runs) else fig.GREY
        offsets = np.linspace(-0.12, 0.12, len(runs)) if len(runs) > 1 else np.zeros(1)
        runs = runs.assign(place=tick + offsets, top=0.97)
        for status, marker in _MARKERS.items():
            marked = runs[runs[series.status] == status]
            fig.draw_dots(
                axes, marked, x="place", y=series.kept, color=color, marker=marker, alpha=0.7
            )
        missing = runs[runs[series.status] == NOT_PRUNABLE]
        at_top = axes.get_xaxis_transform()
        axes.plot(missing["place"], missing["top"], "x", color=color, transform=at_top)
        if missing.empty:
            middle = float(np.exp(np.log(runs[series.kept]).mean()))
            axes.hlines(middle, tick - 0.2, tick + 0.2, color=color)
    axes.set_yscale("log")
    axes.set_xlim(-0.6, len(values) - 0.4)
    fig.set_ticks(axes.xaxis, dict(enumerate(map(str, values))))


def marks_note(rows: pd.DataFrame, statuses: Sequence[str]) -> str:
    """Return the legend of those marks other than colored dots that occur."""
    found = {status for column in statuses for status in rows[column]}
    words = {
        FLOOR: "Triangles: the lowest density tried is enough.",
        NOT_PRUNABLE: "Crosses: not prunable.",
    }
    lines = [" ".join(text for status, text in words.items() if status in found)]
    kinds_of_tables = rows[rows["kind"] == "random"].groupby(["arity", "outputs"])
    if not all(most_need(tables) for _, tables in kinds_of_tables):
        lines.append("Grey tables: most networks need no MLP.")
    return "\n".join(lines).strip()
