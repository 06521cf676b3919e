"""The excess of networks in the regime and outside of it (document 001, What would settle it)."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.regime.falsifier.regimes import INSIDE, MEASURE, OUTSIDE
from compsparse.studies.regime.kinds import display_name

_TITLES = {
    "own wiring": "own wiring, retrained",
    "best depth": "pruned, best depth",
    "dense": "dense",
    "other depth": "pruned, other depths",
    "other wiring": "other wirings",
}
_COLORS = {**dict.fromkeys(INSIDE, fig.CATEGORIES[1]), **dict.fromkeys(OUTSIDE, fig.CATEGORIES[0])}
_SPREAD = 0.62  # of the height of a line, over which its points are set apart


@fig.renders("target", "run", "group", MEASURE, "threshold", "above")
def run(table: pd.DataFrame) -> fig.Figure:
    targets = list(dict.fromkeys(table["target"]))
    groups = [group for group in (*INSIDE, *OUTSIDE) if group in set(table["group"])]
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 0.36 * len(groups) + 1.5)
    panels = figure.subplots(1, len(targets), squeeze=False, sharex=True, sharey=True)[0]
    outside = table[table["group"].isin(OUTSIDE)].dropna(subset=[MEASURE])
    above = int(outside["above"].sum())
    fig.headline(figure, f"{above} of {len(outside)} outside are above the line")
    for axes, target in zip(panels, targets, strict=True):
        networks = table[table["target"] == target]
        axes.set_title(display_name(target))
        axes.axvline(0.0, color=fig.GREY, linewidth=0.8)
        limit = networks["threshold"].iloc[0]
        axes.axvline(limit, color=fig.INK, linewidth=0.9, linestyle="--", label="threshold")
        for place, group in enumerate(groups):
            rows = networks[networks["group"] == group].dropna(subset=[MEASURE])
            heights = place + _SPREAD * (np.arange(len(rows)) / max(len(rows) - 1, 1) - 0.5)
            axes.plot(
                rows[MEASURE],
                heights,
                "o",
                color=_COLORS[group],
                markersize=2.6,
                markeredgewidth=0.0,
                alpha=0.7,
                label=group,
            )
            if group in OUTSIDE and len(rows):
                axes.annotate(
                    f"{int(rows['above'].sum())} of {len(rows)}",
                    (1.0, place),
                    xycoords=("axes fraction", "data"),
                    xytext=(3, 0),
                    textcoords="offset points",
                    va="center",
                    fontsize=fig.SMALL_TEXT_SIZE,
                    color=_COLORS[group],
                )
        axes.tick_params(axis="y", length=0)
        axes.set_xlabel("excess of alignment")
    panels[0].set_yticks(range(len(groups)), [_TITLES[group] for group in groups])
    panels[0].set_ylim(len(groups) - 0.4, -0.6)
    fig.footer(
        figure,
        "A point per network. Orange: in the regime; 5 % of them lie below the dashed line. Blue:\n"
        "outside, and how many are above it; the documents predict none. Excess: over dense\n"
        "networks of the same error; networks whose error no dense one has are left out.",
    )
    return fig.settle(figure)
