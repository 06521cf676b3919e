"""The excess of networks in the regime and outside of it (document 001, What would settle it)."""

from typing import Any

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.regime.falsifier.evaluate_falsifier import INSIDE, MEASURE, OUTSIDE
from compsparse.studies.regime.kinds import display_name
from compsparse.studies.regime.panels import line_panels

_TITLES = {
    "own wiring": "own wiring, retrained",
    "best depth": "pruned, best depth",
    "dense": "dense",
    "other depth": "pruned, other depths",
    "other wiring": "other wirings",
}
_COLORS = {**dict.fromkeys(INSIDE, fig.CATEGORIES[1]), **dict.fromkeys(OUTSIDE, fig.CATEGORIES[0])}
_DOT: dict[str, Any] = {"markersize": 2.6, "markeredgewidth": 0.0, "alpha": 0.7}
_SPREAD = 0.62  # of the height of a line, over which its points are set apart


@fig.renders("target", "run", "group", MEASURE, "threshold", "above")
def run(table: pd.DataFrame) -> fig.Figure:
    groups = [group for group in (*INSIDE, *OUTSIDE) if group in set(table["group"])]
    outside = table[table["group"].isin(OUTSIDE)].dropna(subset=[MEASURE])
    figure, panels = line_panels(
        [display_name(target) for target in table["target"].unique()],
        [_TITLES[group] for group in groups],
        f"{int(outside['above'].sum())} of {len(outside)} outside are above the line",
        0.36,
    )
    for axes, (_, networks) in zip(panels, table.groupby("target", sort=False), strict=True):
        fig.mark_place(axes, 0.0)
        limit = networks["threshold"].iloc[0]
        axes.axvline(limit, color=fig.INK, linewidth=0.9, linestyle="--", label="threshold")
        for place, group in enumerate(groups):
            rows = networks[networks["group"] == group].dropna(subset=[MEASURE])
            apart = _SPREAD * (np.arange(len(rows)) / max(len(rows) - 1, 1) - 0.5)
            style: dict[str, Any] = {"color": _COLORS[group], "label": group, **_DOT}
            axes.plot(rows[MEASURE], place + apart, "o", **style)
            if group in OUTSIDE and len(rows):
                said = f"{int(rows['above'].sum())} of {len(rows)}"
                style = {"color": _COLORS[group], "va": "center", "shift": (3, 0)}
                fig.write(axes, said, 1.0, place, frame="y data", **style)
        axes.set_xlabel("excess of alignment")
    fig.footer(
        figure,
        "A point per network. Orange: in the regime; 5 % of them lie below the dashed line. Blue:\n"
        "outside, and how many are above it; the documents predict none. Excess: over dense\n"
        "networks of the same error; networks whose error no dense one has are left out.",
    )
    return fig.settle(figure)
