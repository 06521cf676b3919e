"""Render step: how often each direction is learned (document 003, Part I, 'Intuition', item 3)."""

import numpy as np
import pandas as pd
from matplotlib.colors import LinearSegmentedColormap

from compsparse.figures import api as fig
from compsparse.studies.emergence.drawing import middle_exponent, panels, table_widths


@fig.renders("exponent", "neurons", "run", "rank", "predicted")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    exponent, rows = middle_exponent(table)
    widths = table_widths(rows)
    runs = rows["run"].nunique()
    ranks = range(1, int(rows["rank"].max()) + 1)
    counts = pd.crosstab(rows["rank"], rows["neurons"]).reindex(ranks, fill_value=0)
    expected = 100 * float(rows["predicted"].mean())
    figure, axes = panels(headline, fig.COLUMN, 2.9)
    shades = LinearSegmentedColormap.from_list("learned", ["#ffffff", fig.CATEGORIES[0], "#00304d"])
    edges = np.arange(len(counts) + 1) + 0.5
    columns = np.arange(len(widths) + 1) - 0.5
    mesh = axes.pcolormesh(columns, edges, counts / runs, cmap=shades, vmin=0.0, vmax=1.0)
    mesh.set_rasterized(True)
    for column, width in enumerate(widths):
        axes.hlines(width + 0.5, column - 0.5, column + 0.5, color=fig.INK, linewidth=1.2)
    words = "black: rank m, where the\nm largest directions end"
    box = {"facecolor": "white", "alpha": 0.8, "pad": 1.0}
    fig.write(axes, words, 0.02, 0.03, frame="axes", color=fig.INK, bbox=box)
    axes.set_yscale("log", base=2)
    axes.set_ylim(edges[-1], edges[0])
    fig.set_ticks(axes.yaxis, [2**power for power in range(int(np.log2(len(counts))) + 1)])
    fig.set_ticks(axes.xaxis, dict(enumerate(map(str, widths))))
    axes.grid(visible=False)
    axes.set(xlabel="neurons m", ylabel="rank p of the direction (1: largest)")
    bar = figure.colorbar(mesh, ax=axes, fraction=0.05, pad=0.02)
    bar.set_label("share of runs that learn it")
    bar.outline.set_visible(False)
    bar.ax.tick_params(color=fig.GREY)
    fig.footer(
        figure,
        f"Population flow (not SGD), β = {exponent:g}; {runs} seeds. Of the learned directions,\n"
        f"{expected:.0f} % are those that the start alone predicts (earliest escape first).",
    )
    return fig.settle(figure)
