"""Trained networks that hold the primitives, and the readings (document 001, Figure 6)."""

from typing import Any

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.regime.volume.shaded_cells import draw_cells

_TITLES = {
    "held": "trained networks",
    "random_wiring": "3: copy or compose",
    "live_units": "1: P live units",
}
_DARK = 55.0  # % of the largest, from where on letters are white


@fig.renders(
    "primitives", "width", "depth", "run", "held", "error", "log10_live_units", "random_wiring"
)
def run(table: pd.DataFrame) -> fig.Figure:
    shown = table.assign(live_units=10.0 ** table["log10_live_units"])
    counts = sorted(shown["primitives"].unique().tolist())
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 1.75 * len(counts) + 1.1)
    panels = figure.subplots(len(counts), len(_TITLES), squeeze=False, sharex=True, sharey=True)
    held = int(table["held"].sum())
    fig.headline(figure, f"{held} of {len(table)} networks hold the primitives")
    for number, (primitives, row) in enumerate(zip(counts, panels, strict=True)):
        rows = shown[shown["primitives"] == primitives]
        for axes, (column, title) in zip(row, _TITLES.items(), strict=True):
            grid = rows.groupby(["depth", "width"])[column].mean().unstack("width")
            _draw(axes, grid, numbers=column == "held")
            if number == 0:
                axes.set_title(title)
        row[0].set_ylabel(f"P = {primitives}\ndepth L")
    for axes in panels[-1]:
        axes.set_xlabel("width W")
    runs = table["run"].nunique()
    fig.footer(
        figure,
        f"Of {runs} networks a cell, how many have a unit like each primitive, one to one,\n"
        "|correlation| at least 0.9. Shades: share, or ratio, over the panel's largest.\n"
        "Readings are reconstructions; 3 is the limit of wide layers, with a layer more, since a\n"
        "network first has to compute the primitives that are the inputs of the reading.",
    )
    return fig.settle(figure)


def _draw(axes: fig.Axes, grid: pd.DataFrame, numbers: bool) -> None:
    values = grid.to_numpy(dtype=np.float64)
    shares = 100 * values / values.max() if values.max() > 0 else values
    draw_cells(axes, pd.DataFrame(shares, grid.index, grid.columns))
    if numbers:
        for row, column in np.ndindex(*values.shape):
            color = "white" if shares[row, column] > _DARK else fig.INK
            style: dict[str, Any] = {"ha": "center", "va": "center", "size": fig.SMALL_TEXT_SIZE}
            axes.text(column, row, f"{100 * values[row, column]:.0f} %", color=color, **style)
