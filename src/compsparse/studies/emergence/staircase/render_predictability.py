"""Render step: predicted against measured emergence times (document 003, part I)."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from compsparse.figures import api as fig
from compsparse.steps import Inputs, Outputs, Params

COLUMNS = ("run", "rank", "time", "from_rank", "from_start")
_PANELS = (
    ("from_rank", "from the rank of the skill alone", fig.CATEGORIES[1]),
    ("from_start", "from rank and random start", fig.CATEGORIES[0]),
)


def run(inputs: Inputs, params: Params) -> Outputs:
    """Draw the table of the result ``emergence_predictability``; no parameters.

    Raises:
        ArtifactError: the table cannot be read.
        ValueError: the table lacks a column or rows, or a time is not positive.
    """
    table = fig.read_result(inputs, params, COLUMNS)
    times = table[["time", "from_rank", "from_start"]]
    if not (times > 0).all(axis=None) or not np.isfinite(times).all(axis=None):
        raise ValueError(
            "A time is not positive and finite; the table holds learned directions only. Rebuild "
            "it with the evaluate step."
        )
    figure = _draw(table)
    return {"svg": figure, "png": figure}


def _draw(table: pd.DataFrame) -> Figure:
    times = table[["time", "from_rank", "from_start"]].to_numpy()
    limits = (float(times.min()) / 1.25, float(times.max()) * 1.25)
    with fig.theme():
        figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 3.1)
        panels = figure.subplots(1, 2, sharex=True, sharey=True)
        fig.headline(figure, "When a skill emerges is decided by the luck of the start")
        for axes, (prediction, title, color) in zip(panels, _PANELS, strict=True):
            _draw_panel(axes, table, prediction, color, limits)
            axes.set_title(title)
        panels[0].set_ylabel("measured emergence time")
        runs = table["run"].nunique()
        fig.footer(
            figure,
            f"Population flow, {runs} seed{'s' if runs > 1 else ''}, {len(table)} skills; time: "
            "step size × steps. Left: the constant is fitted in each seed; right: nothing is.",
        )
        return fig.settle(figure)


def _draw_panel(
    axes: Axes, table: pd.DataFrame, prediction: str, color: str, limits: tuple[float, float]
) -> None:
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlim(limits)
    axes.set_ylim(limits)
    axes.plot(limits, limits, color=fig.GREY, linewidth=0.7, zorder=1)
    axes.scatter(table[prediction], table["time"], s=5, color=color, alpha=0.55, linewidths=0)
    axes.set_xlabel("predicted emergence time")
    errors = np.log(table["time"] / table[prediction])
    spread = float(np.sqrt((errors**2).mean()))
    axes.text(
        0.96,
        0.05,
        f"root mean square error {100 * spread:.2g} %",
        transform=axes.transAxes,
        ha="right",
        fontsize=fig.SMALL_TEXT_SIZE,
    )
