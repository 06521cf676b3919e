"""Three measures of networks of equal error, by kind of network (document 001, Figure 7)."""

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
# log10 in the table; the second column is that of steps in all weights of the shape
_PANELS = {
    "rise of the error": ("rise_own", "rise_all"),
    "step that doubles it": ("distance_own", "distance_all"),
    "noise scale, pixels": ("noise", None),
}


@fig.renders(
    "target",
    "kind",
    "run",
    "reached",
    "rise_own",
    "rise_all",
    "distance_own",
    "distance_all",
    "noise",
)
def run(table: pd.DataFrame, *, errors: dict[str, float]) -> fig.Figure:
    reached = table[table["reached"]]
    targets = list(dict.fromkeys(table["target"]))
    places = {kind: float(place + (kind not in SOLUTIONS)) for place, kind in enumerate(KINDS)}
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 1.75 * len(targets) + 1.3)
    panels = figure.subplots(len(targets), len(_PANELS), squeeze=False, sharex="col", sharey=True)
    fig.headline(figure, "Built networks are sharper, at equal error")
    for target, row in zip(targets, panels, strict=True):
        rows = reached[reached["target"] == target]
        row[0].set_title(display_name(target))
        for axes, (column, dense_column) in zip(row, _PANELS.values(), strict=True):
            axes.tick_params(axis="y", length=0)
            axes.axhline(len(SOLUTIONS), color=fig.PALE, linewidth=0.8)
            for kind, place in places.items():
                networks = rows[rows["kind"] == kind]
                if dense_column and kind != DENSE:
                    _dots(axes, networks[dense_column], place + 0.22, _COLORS[kind], hollow=True)
                _dots(axes, networks[column], place, _COLORS[kind])
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


def _dots(
    axes: fig.Axes, values: pd.Series, place: float, color: str, *, hollow: bool = False
) -> None:
    known = values.dropna().to_numpy(dtype=np.float64)
    if not len(known):
        return
    axes.plot(
        10**known,
        np.full(len(known), place),
        "o",
        color=color,
        markersize=3.2,
        markerfacecolor="none" if hollow else color,
        markeredgewidth=0.6,
        alpha=0.7,
        label="all" if hollow else "own",
    )
    axes.plot(10 ** known.mean(), place, "|", color=color, markersize=8, markeredgewidth=1.4)
