"""The volume ratio over width and depth, in three readings (document 001, Figure 6)."""

import numpy as np
import pandas as pd
from jaxtyping import Bool
from matplotlib.collections import QuadMesh
from matplotlib.colors import LinearSegmentedColormap

from compsparse.figures import api as fig
from compsparse.studies.regime.volume.evaluate_volume_ratio import (
    COUNTING,
    MONTE_CARLO,
    READINGS,
    SEPARATION,
    WIRING,
)

_TITLES = {
    COUNTING: "1: P live units in each layer",
    SEPARATION: "2: random masks separate",
    WIRING: "3: units copy or compose",
}
_ROUNDING = 1e-9  # of a logarithm
_MARK = fig.CATEGORIES[4]
_SHADES = LinearSegmentedColormap.from_list("ratios", ["#ffffff", fig.CATEGORIES[0], "#00304d"])


@fig.renders("reading", "source", "group", "width", "depth", "log10_ratio", "primitives", "copying")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    sampled = table["source"] == MONTE_CARLO
    theory = {reading: _grid(table[~sampled], reading) for reading in READINGS}
    drawn = _grid(table[sampled], WIRING)
    figure = fig.new_figure(fig.COLUMN, 4.1)
    panels = figure.subplots(2, 2, sharex=True, sharey=True)
    fig.headline(figure, headline)
    for axes, reading in zip(panels.flat, READINGS, strict=False):
        mesh = _draw(axes, theory[reading], _TITLES[reading])
    mesh = _draw(panels[1, 1], drawn, "3 again, by Monte Carlo")
    for axes in panels[1]:
        axes.set_xlabel("width W")
    for axes in panels[:, 0]:
        axes.set_ylabel("depth L")
    bar = figure.colorbar(mesh, ax=list(panels.flat), orientation="horizontal", aspect=40, pad=0.02)
    bar.set_label("ratio, in % of the panel's largest")
    bar.outline.set_visible(False)
    bar.ax.tick_params(color=fig.GREY)
    primitives, copying = table["primitives"].iloc[0], table["copying"].iloc[0]
    groups = table.loc[sampled, "group"].nunique()
    fig.footer(
        figure,
        f"P = {primitives}. Reconstructions: the document does not define its Total.\n"
        "Orange: largest ratio, the sweet spot. Grey: not computed. 2 at the best\n"
        f"density of each cell; 3 copies with probability {copying:g}. Monte Carlo\n"
        f"({groups} groups) draws by the law of 3; no network is trained here.",
    )
    return fig.settle(figure)


def _grid(table: pd.DataFrame, reading: str) -> pd.DataFrame:
    """Return log10 of the ratio, the mean over groups, by depth (rows) and width (columns)."""
    rows = table[table["reading"] == reading]
    if rows.empty:
        raise ValueError(
            f"The table has no rows of the reading {reading!r} that this figure needs; evaluate "
            "all of them."
        )
    if rows["group"].isna().all():
        return rows.pivot(index="depth", columns="width", values="log10_ratio")
    # ratios below the smallest float are theory's alone
    ratios = rows.assign(ratio=10.0 ** rows["log10_ratio"])
    mean = ratios.groupby(["depth", "width"])["ratio"].mean().unstack("width")
    with np.errstate(divide="ignore"):
        return pd.DataFrame(np.log10(mean))


def _peaks(grid: pd.DataFrame) -> Bool[np.ndarray, "depth width"]:
    """Return which cells have the largest ratio; widths that the law does not know are equal."""
    values = grid.to_numpy(dtype=np.float64)
    return np.asarray(values >= np.nanmax(values) - _ROUNDING)


def _draw(axes: fig.Axes, grid: pd.DataFrame, title: str) -> QuadMesh:
    mesh = draw_cells(axes, 100 * 10.0 ** (grid - np.nanmax(grid.to_numpy())))
    for row, column in np.argwhere(_peaks(grid)):
        axes.plot(column, row, marker="D", color=_MARK, markersize=3.2, linestyle="none")
    axes.set_title(title)
    return mesh


def draw_cells(axes: fig.Axes, percent: pd.DataFrame) -> QuadMesh:
    """Draw a cell for each depth (rows) and width (columns); those without a value are grey."""
    values = percent.to_numpy(dtype=np.float64)
    edges = [np.arange(count + 1) - 0.5 for count in reversed(values.shape)]
    axes.set_facecolor(fig.PALE)  # under cells that are not computed
    mesh = axes.pcolormesh(
        *edges, np.ma.masked_invalid(values), cmap=_SHADES, vmin=0.0, vmax=100.0, rasterized=True
    )
    axes.set_xticks(range(len(percent.columns)), [str(width) for width in percent.columns])
    axes.set_yticks(range(len(percent.index)), [str(depth) for depth in percent.index])
    axes.tick_params(length=0)
    axes.grid(visible=False)
    axes.spines[:].set_visible(False)
    return mesh
