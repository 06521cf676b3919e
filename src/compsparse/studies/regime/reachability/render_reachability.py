"""Alignment, error and what is kept of a solution, against the distance of the start from it."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.regime.kinds import display_name
from compsparse.studies.regime.reachability.reach import HALF

_PANELS = {"alignment": "alignment", "error": "mean squared error", "kept": "excess kept"}
_NEAR, _RANDOM = fig.CATEGORIES[1], fig.INK


@fig.renders("target", "stage", "run", "distance", "start", "random", *_PANELS, "reference")
def run(table: pd.DataFrame) -> fig.Figure:
    networks = table[~table["reference"]]
    trained = networks[networks["stage"] > 0]
    random = trained["random"].astype(bool)
    targets = list(dict.fromkeys(networks["target"]))
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 1.4 * len(_PANELS) + 1.0)
    panels = figure.subplots(len(_PANELS), len(targets), squeeze=False, sharex=True, sharey="row")
    fig.headline(figure, "Trained from the neighbourhood of a solution")
    bands: list[fig.Band] = []
    for column, target in enumerate(targets):
        shown = trained["target"] == target
        solution = networks[(networks["target"] == target) & (networks["stage"] == 0)]
        panels[0, column].set_title(display_name(target))
        for axes, measure in zip(panels[:, column], _PANELS, strict=True):
            if measure == "error":
                axes.set_yscale("log")
            elif measure == "kept":
                axes.axhline(HALF, color=fig.GREY, linewidth=0.8, linestyle="--")
            else:
                axes.axhline(
                    solution[measure].mean(),
                    color=_NEAR,
                    linewidth=0.8,
                    linestyle="--",
                    label="solution",
                )
            bands += _draw(axes, trained[shown & ~random], measure)
            outside = trained[shown & random]
            axes.plot(
                outside["start"],
                outside[measure],
                "D",
                color=_RANDOM,
                markersize=3.0,
                markeredgewidth=0.0,
                label="random starts",
            )
            axes.set_xscale("log")
        panels[-1, column].set_xlabel("distance of the start")
    for axes, name in zip(panels[:, 0], _PANELS.values(), strict=True):
        axes.set_ylabel(name)
    fig.footer(
        figure,
        f"After training; {fig.band_note(bands)}\n"
        "Diamonds: random starts. Dashed, top: the solution itself, all weights swept. Excess:\n"
        "over dense networks of the same error; kept: in units of the solution's. Points:\n"
        "distances at which some seed has no value.",
    )
    return fig.settle(figure)


def _draw(axes: fig.Axes, rows: pd.DataFrame, measure: str) -> list[fig.Band]:
    wide = rows.pivot(index="run", columns="distance", values=measure)
    known = wide.dropna(axis="columns")
    partly = wide.drop(columns=known.columns).stack()
    if len(partly):
        axes.plot(
            partly.index.get_level_values("distance"),
            partly.to_numpy(),
            "o",
            color=_NEAR,
            markerfacecolor="none",
            markersize=3,
        )
    if not known.shape[1]:
        return []
    values = known.to_numpy(dtype=np.float64)
    band = fig.log_band(values, measure) if measure == "error" else fig.mean_band(values)
    fig.draw_band(axes, known.columns.to_numpy(dtype=np.float64), band, color=_NEAR)
    return [band]
