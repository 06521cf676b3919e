"""Render step: maps of attention, layer by layer where it is written down, and trained layers 1."""

import numpy as np
import pandas as pd
from matplotlib.colors import LinearSegmentedColormap

from compsparse.figures import api as fig

_TITLES = {"mixture": "layer 1 after the mixture", "hard_only": "after the longest hop alone"}
_SHADES = LinearSegmentedColormap.from_list("weights", ["#ffffff", fig.CATEGORIES[0], "#00304d"])


@fig.renders("source", "layer", "symbols", "query", "key", "weight", "wanted")
def run(table: pd.DataFrame) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 4.9)
    fig.headline(figure, "Layer 1 finds π; each later layer looks twice as far")
    theory = table[table["source"] == "theory"]
    layers = sorted(set(theory["layer"]))
    above, below = figure.subfigures(2, 1, squeeze=False, height_ratios=[1.0, 1.9])[:, 0]
    for axes, layer in zip(above.subplots(1, len(layers), squeeze=False)[0], layers, strict=True):
        rows = theory[theory["layer"] == layer]
        ahead = 0 if layer == 1 else 2 ** (layer - 2)
        _map(axes, rows)
        axes.set_title(f"layer {layer}: {'same i' if layer == 1 else f'i + {ahead}'}")
        if layer == 1:
            axes.set_ylabel("written down\nkey (i, j)")
    for axes, (data, title) in zip(below.subplots(1, 2), _TITLES.items(), strict=True):
        rows = table[table["source"] == data]
        _map(axes, rows)
        wanted = rows[rows["wanted"] == 1]
        axes.plot(
            wanted["query"],
            wanted["key"],
            linestyle="none",
            marker="s",
            markersize=4.5,
            markerfacecolor="none",
            markeredgecolor=_MARK,
            markeredgewidth=0.9,
        )
        axes.set_title(title)
        axes.set_xlabel("query (i, j)")
        if data == "mixture":
            axes.set_ylabel("trained\nkey (i, j)")
    trained = table[table["source"] == "mixture"]
    k, n = (int(theory[column].max()) for column in ("query", "symbols"))
    fig.footer(
        figure,
        f"Shade: weight of attention, white 0, dark 1; lines part the indices i. Above: one "
        f"sequence, k = {(k + 1) // n}, N = {n}.\nBelow: one run, k = "
        f"{(int(trained['query'].max()) + 1) // int(trained['symbols'].max())}, N = "
        f"{int(trained['symbols'].max())}; squares: (i, π_i(j)), where theory looks.",
    )
    return fig.settle(figure)


_MARK = fig.CATEGORIES[1]


def _map(axes: fig.Axes, rows: pd.DataFrame) -> None:
    """Shade a map: queries from left to right, keys from the top."""
    weights = rows.pivot(index="key", columns="query", values="weight").to_numpy()
    tokens, symbols = len(weights), int(rows["symbols"].iloc[0])
    edges = np.arange(tokens + 1) - 0.5
    mesh = axes.pcolormesh(edges, edges, weights, cmap=_SHADES, vmin=0.0, vmax=1.0)
    mesh.set_rasterized(True)
    between = edges[symbols:-1:symbols]
    axes.vlines(between, edges[0], edges[-1], color=fig.PALE, linewidth=0.5)
    axes.hlines(between, edges[0], edges[-1], color=fig.PALE, linewidth=0.5)
    middles = edges[:-1:symbols] + symbols / 2
    names = [f"{index + 1}" for index in range(len(middles))]
    axes.set_xticks(middles, names)
    axes.set_yticks(middles, names)
    axes.tick_params(length=0)
    axes.set_xlim(edges[0], edges[-1])
    axes.set_ylim(edges[-1], edges[0])
    axes.set_aspect("equal")
    axes.grid(visible=False)
