"""Alignment, error and what is kept of a solution, against the distance of the start from it."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.regime.kinds import display_name
from compsparse.studies.regime.panels import draw_against, measure_panels
from compsparse.studies.regime.reachability.reach import HALF

_PANELS = {"alignment": "alignment", "error": "mean squared error", "kept": "excess kept"}
_NEAR, _RANDOM = fig.CATEGORIES[1], fig.INK


@fig.renders("target", "stage", "run", "distance", "start", "random", *_PANELS, "reference")
def run(table: pd.DataFrame) -> fig.Figure:
    networks = table[~table["reference"]]
    trained = networks[networks["stage"] > 0]
    random = trained["random"].astype(bool)
    figure, panels = measure_panels(
        [display_name(target) for target in networks["target"].unique()],
        _PANELS,
        "Trained from the neighbourhood of a solution",
        1.4,
    )
    bands: list[fig.Band] = []
    for (target, rows), column in zip(
        networks.groupby("target", sort=False), panels.T, strict=True
    ):
        near, outside = (
            trained[(trained["target"] == target) & (random == wanted)] for wanted in (False, True)
        )
        for axes, measure in zip(column, _PANELS, strict=True):
            dashed = {"linewidth": 0.8, "linestyle": "--"}
            if measure == "kept":
                axes.axhline(HALF, color=fig.GREY, **dashed)
            elif measure == "alignment":
                solution = rows.loc[rows["stage"] == 0, measure].mean()
                axes.axhline(solution, color=_NEAR, label="solution", **dashed)
            bands += draw_against(axes, near, "distance", measure, _NEAR)
            style = {"markersize": 3.0, "markeredgewidth": 0.0, "label": "random starts"}
            axes.plot(outside["start"], outside[measure], "D", color=_RANDOM, **style)
            axes.set_xscale("log")
        column[-1].set_xlabel("distance of the start")
    fig.footer(
        figure,
        f"After training; {fig.band_note(bands)}\n"
        "Diamonds: random starts. Dashed, top: the solution itself, all weights swept. Excess:\n"
        "over dense networks of the same error; kept: in units of the solution's. Points:\n"
        "distances at which some seed has no value.",
    )
    return fig.settle(figure)
