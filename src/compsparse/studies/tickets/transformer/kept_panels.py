"""Kept shares of all runs, in panels by arity and by outputs; tasks without need stand apart."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.tickets.transformer.kept import FLOOR, NOT_PRUNABLE

_MARKERS = {"pruned": "o", FLOOR: "v"}
NOTE = "Dots: runs; bars: geometric means."


@dataclass(frozen=True)
class Series:
    """One kind of pruning.

    Attributes:
        kept: column of kept shares.
        status: column of what became of it.
        color: of its dots; grey where most networks need no MLP.
    """

    kept: str
    status: str
    color: str


def most_need(rows: pd.DataFrame) -> bool:
    """Say whether most of some networks need their MLP; others are drawn in grey."""
    return bool(rows["needs_mlp"].mean() > 0.5)


def draw_kept(
    axes: fig.Axes, rows: pd.DataFrame, column: str, series: Series, *, shift: float = 0.0
) -> None:
    """Draw each run's kept share at even places, one for each value of a column.

    Dots are kept shares; triangles point down where the lowest density that was tried is enough;
    a cross above the axes is a run that is not prunable: it has no share.
    """
    values = sorted(set(rows[column]))
    for place, value in enumerate(values):
        of = rows[rows[column] == value].sort_values("run")
        color = series.color if most_need(of) else fig.GREY
        spread = np.linspace(-0.12, 0.12, len(of)) if len(of) > 1 else np.zeros(1)
        places = pd.Series(place + shift + spread, index=of.index)
        for status, marker in _MARKERS.items():
            some = of[series.status] == status
            axes.plot(
                places[some],
                of[series.kept][some],
                linestyle="none",
                marker=marker,
                markersize=3,
                color=color,
                alpha=0.7,
            )
        missing = of[series.status] == NOT_PRUNABLE
        axes.plot(
            places[missing],
            np.full(int(missing.sum()), 0.97),
            linestyle="none",
            marker="x",
            markersize=3.5,
            color=color,
            transform=axes.get_xaxis_transform(),
        )
        if not missing.any():
            middle = float(np.exp(np.log(of[series.kept]).mean()))
            axes.hlines(middle, place + shift - 0.2, place + shift + 0.2, color=color)
    axes.set_yscale("log")
    axes.set_xlim(-0.6, len(values) - 0.4)
    axes.set_xticks(range(len(values)), [str(value) for value in values])


def marks_note(rows: pd.DataFrame, statuses: Sequence[str]) -> str:
    """Say what marks other than coloured dots are, of those that occur."""
    found = {status for column in statuses for status in rows[column]}
    words = {
        FLOOR: "Triangles: the lowest density that was tried is enough.",
        NOT_PRUNABLE: "Crosses: not prunable, no share.",
    }
    lines = [" ".join(text for status, text in words.items() if status in found)]
    kinds_of_tables = rows[rows["kind"] == "random"].groupby(["arity", "outputs"])
    if not all(most_need(of) for _, of in kinds_of_tables):
        lines.append("Grey tables: most networks need no MLP.")
    return "\n".join(lines).strip()
