"""Render step: maps of attention, layer by layer where it is written down, and trained layers 1."""

import numpy as np
import pandas as pd
import seaborn as sns
from matplotlib.colors import LinearSegmentedColormap

from compsparse.figures import api as fig

_TITLES = {"mixture": "layer 1 after the mixture", "hard_only": "after the longest hop alone"}
_SHADES = LinearSegmentedColormap.from_list("weights", ["#ffffff", fig.CATEGORIES[0], "#00304d"])


@fig.renders("source", "layer", "symbols", "query", "key", "weight", "wanted")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 4.9)
    fig.headline(figure, headline)
    theory = table[table["source"] == "theory"]
    layers = sorted(set(theory["layer"]))
    above, below = figure.subfigures(2, 1, squeeze=False, height_ratios=[1.0, 1.9])[:, 0]
    for axes, layer in zip(above.subplots(1, len(layers), squeeze=False)[0], layers, strict=True):
        _map(axes, theory[theory["layer"] == layer])
        ahead = "same i" if layer == 1 else f"i + {2 ** (layer - 2)}"
        axes.set_title(f"layer {layer}: {ahead}")
    above.axes[0].set_ylabel("written down\nkey (i, j)")
    for axes, (data, title) in zip(below.subplots(1, 2), _TITLES.items(), strict=True):
        rows = table[table["source"] == data]
        _map(axes, rows)
        wanted = rows[rows["wanted"] == 1]
        square = {"marker": "s", "markersize": 4.5, "markerfacecolor": "none"}
        axes.plot(
            wanted["query"] + 0.5,
            wanted["key"] + 0.5,
            color=fig.CATEGORIES[1],
            linestyle="none",
            markeredgewidth=0.9,
            **square,
        )
        axes.set_title(title)
        axes.set_xlabel("query (i, j)")
    below.axes[0].set_ylabel("trained\nkey (i, j)")
    fig.footer(
        figure,
        "Shade: weight of attention, white 0, dark 1; lines part the indices i. Above: one "
        f"sequence, {_size(theory)}.\nBelow: one run, {_size(table[table['source'] == 'mixture'])};"
        " squares: (i, π_i(j)), where theory looks.",
    )
    return fig.settle(figure)


def _size(rows: pd.DataFrame) -> str:
    n = int(rows["symbols"].iloc[0])
    return f"k = {rows['query'].nunique() // n}, N = {n}"


def _map(axes: fig.Axes, rows: pd.DataFrame) -> None:
    """Shade a map: queries from left to right, keys from the top."""
    weights = rows.pivot(index="key", columns="query", values="weight")
    tokens, symbols = len(weights), int(rows["symbols"].iloc[0])
    shades = {"cmap": _SHADES, "vmin": 0.0, "vmax": 1.0, "cbar": False, "rasterized": True}
    sns.heatmap(weights, ax=axes, square=True, **shades)
    between = np.arange(symbols, tokens, symbols)
    axes.vlines(between, 0, tokens, color=fig.PALE, linewidth=0.5)
    axes.hlines(between, 0, tokens, color=fig.PALE, linewidth=0.5)
    middles = {
        start + symbols / 2: f"{start // symbols + 1}" for start in range(0, tokens, symbols)
    }
    for axis in (axes.xaxis, axes.yaxis):
        fig.set_ticks(axis, middles)
    axes.tick_params(length=0, labelrotation=0)
    axes.set(xlabel="", ylabel="")
    axes.grid(visible=False)
