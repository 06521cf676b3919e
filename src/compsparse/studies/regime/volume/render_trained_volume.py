"""Trained networks that hold the primitives, and the readings (document 001, Figure 6)."""

import numpy as np
import pandas as pd
from matplotlib.colors import LinearSegmentedColormap

from compsparse.figures import api as fig

_TITLES = {
    "held": "trained networks",
    "random_wiring": "3: copy or compose",
    "live_units": "1: P live units",
}
_SHADES = LinearSegmentedColormap.from_list("ratios", ["#ffffff", fig.CATEGORIES[0], "#00304d"])
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
    largest = values.max()
    shares = 100 * values / largest if largest > 0 else values
    edges = [np.arange(count + 1) - 0.5 for count in reversed(values.shape)]
    mesh = axes.pcolormesh(*edges, shares, cmap=_SHADES, vmin=0.0, vmax=100.0)
    mesh.set_rasterized(True)
    axes.set_xticks(range(len(grid.columns)), [str(width) for width in grid.columns])
    axes.set_yticks(range(len(grid.index)), [str(depth) for depth in grid.index])
    axes.tick_params(length=0)
    axes.grid(visible=False)
    axes.spines[:].set_visible(False)
    if numbers:
        for row, column in np.ndindex(*values.shape):
            color = "white" if shares[row, column] > _DARK else fig.INK
            said = f"{100 * values[row, column]:.0f} %"
            axes.text(
                column,
                row,
                said,
                ha="center",
                va="center",
                color=color,
                fontsize=fig.SMALL_TEXT_SIZE,
            )
