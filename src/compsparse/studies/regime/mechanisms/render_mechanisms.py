"""Three measures of networks of equal error, by kind of network (document 001, Figure 7)."""

from typing import Any

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.regime.kinds import COLORS as SHARED
from compsparse.studies.regime.kinds import display_name
from compsparse.studies.regime.mechanisms.kinds import (
    DENSE,
    GENOME,
    KINDS,
    OWN,
    PERMUTED,
    REWIRED,
    SOLUTIONS,
)

NAMES = {
    GENOME: "genome, noised",
    DENSE: "dense",
    OWN: "own wiring",
    REWIRED: "rewired",
    PERMUTED: "permuted types",
}
_COLORS = {
    GENOME: fig.CATEGORIES[5],
    DENSE: SHARED["dense"],
    OWN: SHARED["own"],
    REWIRED: fig.GREY,
    PERMUTED: fig.GREY,
}
_DOT: dict[str, Any] = {"markersize": 3.2, "markeredgewidth": 0.6, "alpha": 0.7}
_BAR: dict[str, Any] = {"markersize": 8, "markeredgewidth": 1.4}
# log10 in the table, by which weights steps are in: the network's own, or all of its shape
_PANELS = {
    "rise of the error": {"all": "rise_all", "own": "rise_own"},
    "step that doubles it": {"all": "distance_all", "own": "distance_own"},
    "noise scale, pixels": {"own": "noise"},
}


@fig.renders("target", "kind", "run", "reached", *(c for p in _PANELS.values() for c in p.values()))
def run(table: pd.DataFrame, *, errors: dict[str, float], headline: fig.Headline) -> fig.Figure:
    reached = table[table["reached"]]
    targets = table["target"].unique().tolist()
    places = {kind: float(place + (kind not in SOLUTIONS)) for place, kind in enumerate(KINDS)}
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 1.75 * len(targets) + 1.3)
    panels = figure.subplots(len(targets), len(_PANELS), squeeze=False, sharex="col", sharey=True)
    fig.headline(figure, headline)
    for target, row in zip(targets, panels, strict=True):
        row[0].set_title(display_name(target))
        for axes, columns in zip(row, _PANELS.values(), strict=True):
            axes.tick_params(axis="y", length=0)
            axes.axhline(len(SOLUTIONS), color=fig.PALE, linewidth=0.8)
            for kind, networks in reached[reached["target"] == target].groupby("kind"):
                for label, column in columns.items():
                    if label == "own" or kind != DENSE:
                        _dots(axes, networks[column], places[str(kind)], _COLORS[str(kind)], label)
    for axes, name in zip(panels[-1], _PANELS, strict=True):
        axes.set_xlabel(name)
        axes.set_xscale("log")
        axes.xaxis.set_minor_formatter(fig.NullFormatter())
    panels[0, 0].set_yticks(list(places.values()), [NAMES[kind] for kind in places])
    panels[0, 0].set_ylim(len(KINDS) + 0.6, -0.6)
    fig.footer(
        figure,
        f"A dot per network, {table['run'].nunique()} seeds; bars: geometric means. "
        f"Upper two kinds: mean squared\nerror {errors['solutions']:g}, "
        f"others: {errors['wirings']:g}. "
        "Rise: relative, after random steps of 0.4 % of each layer.\n"
        "Distance: relative step that doubles the error. Hollow: steps in all weights of the\n"
        "dense shape, not only in its own.",
    )
    return fig.settle(figure)


def _dots(axes: fig.Axes, values: pd.Series, place: float, color: str, label: str) -> None:
    known = values.dropna().to_numpy(dtype=np.float64)
    if len(known):
        hollow = label == "all"
        height = place + 0.22 * hollow
        style = {"markerfacecolor": "none" if hollow else color, "label": label, **_DOT}
        axes.plot(10**known, np.full(len(known), height), "o", color=color, **style)
        axes.plot(10 ** known.mean(), height, "|", color=color, **_BAR)
