"""Render step: where the hidden permutations lead, and where layer 1 attends after the mixture."""

import numpy as np
import pandas as pd
import seaborn as sns
from matplotlib.colors import LinearSegmentedColormap

from compsparse.figures import api as fig

_TITLES = {"wanted": "where π leads", "weight": "attention of layer 1"}
_SHADES = LinearSegmentedColormap.from_list("weights", ["#ffffff", fig.CATEGORIES[0], "#00304d"])


@fig.renders("symbols", "query", "key", "weight", "wanted")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 3.3)
    fig.headline(figure, headline)
    symbols = int(table["symbols"].iloc[0])
    panels = figure.subplots(1, 2, sharey=True)
    for axes, (column, title) in zip(panels, _TITLES.items(), strict=True):
        _map(axes, table.pivot(index="key", columns="query", values=column), symbols)
        axes.set_title(title)
        axes.set_xlabel("query (i, j), by i")
    panels[0].set_ylabel("key (i, j), by i")
    fig.footer(
        figure,
        "Shade: from 0, white, to 1, dark; lines part the indices i. One run of the attention-\n"
        f"only model, k = {table['query'].nunique() // symbols}, N = {symbols}. Layer 1 starts at"
        " nearly even attention; π is in no input.",
    )
    return fig.settle(figure)


def _map(axes: fig.Axes, weights: pd.DataFrame, symbols: int) -> None:
    """Shade a map: queries from left to right, keys from the top."""
    tokens = len(weights)
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
