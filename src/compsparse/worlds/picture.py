"""The picture of a study's worlds: a row for every claim, a column for every world."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np
import pandas as pd
from matplotlib.colors import BoundaryNorm, ListedColormap
from matplotlib.patches import Patch

from compsparse.claims.registry import Claim, Registry
from compsparse.figures import api as fig
from compsparse.figures.theme import theme
from compsparse.worlds.summary import evidence, failing

# apart in lightness as well as in hue, what matters most the darkest
COLORS = {
    "fails": "#A63603",
    "undecided": "#F5B041",
    "holds": "#A9D3EE",
    "not measured": "#6b6b6b",
    "not touched": "#ECECEC",
    "left out": "#F8F4E6",
    "not testable": "#FFFFFF",
}
_CODES = {verdict: code for code, verdict in enumerate(COLORS)}
_ROW = 0.105  # inches
_LONGEST = 56  # rows of a block; more are divided into two side by side
_AROUND = 1.6  # inches for title, names of worlds and key
_LETTER = 0.04  # inches of a letter of a claim's name
_CELL = 0.12  # inches that a verdict has at least


@dataclass(frozen=True)
class Line:
    """A line of the picture: a claim, or the name of a result above its claims."""

    label: str
    claim: str | None = None


def lines(claims: Sequence[Claim], study: str) -> list[Line]:
    """Return the picture's lines: claims under their results, names not repeated."""
    found: list[Line] = []
    for result, group in groupby(claims, key=lambda claim: claim.result):
        found.append(Line(result.removeprefix(f"{study}_")))
        found += [Line(claim.id.removeprefix(f"{result}_"), claim.id) for claim in group]
    return found


def blocks(rows: Sequence[Line]) -> list[list[Line]]:
    """Divide the lines into as many blocks as are legible, at the name of a result."""
    if len(rows) <= _LONGEST:
        return [list(rows)]
    starts = [i for i, row in enumerate(rows) if row.claim is None and i > 0]
    middle = min(starts, key=lambda i: abs(i - len(rows) / 2), default=len(rows) // 2)
    return [list(rows[:middle]), list(rows[middle:])]


def picture(table: pd.DataFrame, registry: Registry) -> fig.Figure:
    """Return the figure of a study's table.

    Checks are left out, they cannot fail; so is what the scale of the run cannot test, if anything
    else is there.
    """
    testable = set(table["claim"][table["base_verdict"] != "not testable"])
    every = evidence(registry.claims) or registry.claims
    claims = [claim for claim in every if claim.id in testable] or every
    shown = table[table["claim"].isin([claim.id for claim in claims])]
    parts = blocks(lines(claims, registry.study))
    with theme():
        height = _AROUND + _ROW * max(map(len, parts))
        figure = fig.new_figure(_width(parts, table["world"].nunique()), height)
        panels = figure.subplots(1, len(parts), squeeze=False)[0]
        fig.headline(figure, _title(registry.study, shown, len(claims)))
        for axes, part in zip(panels, parts, strict=True):
            _draw(axes, part, shown)
        _key(panels[0], [verdict for verdict in COLORS if verdict in set(shown["verdict"])])
        fig.footer(figure, "dot: expected to fail, before any run; every world at one root seed")
        return fig.settle(figure)


def _width(parts: Sequence[Sequence[Line]], worlds: int) -> float:
    """Return the least width of a page that holds the names, in inches."""
    needed = sum(max(len(line.label) for line in part) * _LETTER + worlds * _CELL for part in parts)
    return max(fig.COLUMN_AND_A_HALF if len(parts) > 1 else fig.COLUMN, needed)


def _key(axes: fig.Axes, verdicts: Sequence[str]) -> None:
    """Say what the colors mean, in the free corner above the claims' names."""
    axes.legend(
        handles=[
            Patch(facecolor=COLORS[verdict], edgecolor=fig.GREY, linewidth=0.3, label=verdict)
            for verdict in verdicts
        ],
        loc="lower right",
        bbox_to_anchor=(0.0, 1.0),
        frameon=False,
        fontsize=fig.SMALL_TEXT_SIZE,
        handlelength=1.2,
        handleheight=0.9,
        labelspacing=0.25,
        borderpad=0.8,
    )


def _title(study: str, shown: pd.DataFrame, claims: int) -> str:
    there = failing(shown)
    only_here = set(shown["claim"][shown["base_verdict"] == "fails"]) - there
    more = f", {len(only_here)} more in the run" if only_here else ""
    return f"{study}: {len(there)} of {claims} testable claims fail\nin at least one world{more}"


def _draw(axes: fig.Axes, rows: Sequence[Line], table: pd.DataFrame) -> None:
    worlds = list(table["world"].unique())
    codes = np.full((len(rows), len(worlds)), np.nan)
    by_place = {(row["claim"], row["world"]): row for row in table.to_dict("records")}
    for i, line in enumerate(rows):
        for j, world in enumerate(worlds if line.claim else ()):
            row = by_place[line.claim, world]
            codes[i, j] = _CODES[row["verdict"]]
            if row["expected"]:
                color = "white" if row["verdict"] in ("fails", "not measured") else fig.INK
                axes.plot(j, i, ".", color=color, markersize=3.0)
    axes.pcolormesh(
        np.arange(len(worlds) + 1) - 0.5,
        np.arange(len(rows) + 1) - 0.5,
        np.ma.masked_invalid(codes),
        cmap=ListedColormap(list(COLORS.values())),
        norm=BoundaryNorm(np.arange(len(COLORS) + 1) - 0.5, len(COLORS)),
        edgecolors="white",
        linewidth=0.5,
    )
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.xaxis.tick_top()
    axes.set_xticks(range(len(worlds)), [name.replace("_", " ") for name in worlds], rotation=90)
    axes.set_yticks(range(len(rows)), [line.label.replace("_", " ") for line in rows])
    for line, label in zip(rows, axes.get_yticklabels(), strict=True):
        label.set_fontsize(fig.SMALL_TEXT_SIZE - 0.5)
        if line.claim is None:
            label.set_fontweight("bold")
    axes.tick_params(length=0)
    axes.grid(False)
    for spine in axes.spines.values():
        spine.set_visible(False)
