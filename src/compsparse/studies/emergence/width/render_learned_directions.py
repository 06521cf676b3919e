"""Render step: how often each direction is learned (document 003, Part I, 'Intuition', item 3)."""

import numpy as np
import pandas as pd
from jaxtyping import Float64
from matplotlib.colors import LinearSegmentedColormap

from compsparse.figures import api as fig
from compsparse.studies.emergence.width.figure_labels import MODEL, middle_exponent, table_widths


@fig.renders("exponent", "neurons", "run", "rank", "predicted")
def run(table: pd.DataFrame) -> fig.Figure:
    exponent, rows = middle_exponent(table)
    widths = table_widths(rows)
    runs = rows["run"].nunique()
    learned = _share_of_runs(rows, widths, runs)
    expected = 100 * float(rows["predicted"].mean())
    figure = fig.new_figure(fig.COLUMN, 2.9)
    axes = figure.subplots()
    fig.headline(figure, "m neurons learn the largest, near rank m by luck")
    shades = LinearSegmentedColormap.from_list("learned", ["#ffffff", fig.CATEGORIES[0], "#00304d"])
    columns = np.arange(len(widths) + 1) - 0.5
    edges = np.arange(len(learned) + 1) + 0.5
    mesh = axes.pcolormesh(columns, edges, learned, cmap=shades, vmin=0.0, vmax=1.0)
    mesh.set_rasterized(True)
    for column, width in enumerate(widths):
        axes.hlines(width + 0.5, column - 0.5, column + 0.5, color=fig.INK, linewidth=1.2)
    axes.text(
        0.02,
        0.03,
        "black: rank m, where the\nm largest directions end",
        transform=axes.transAxes,
        fontsize=fig.SMALL_TEXT_SIZE,
        bbox={"facecolor": "white", "alpha": 0.8, "pad": 1.0},
    )
    axes.set_yscale("log", base=2)
    axes.set_ylim(edges[-1], edges[0])
    ticks = [2**power for power in range(int(np.log2(len(learned))) + 1)]
    axes.set_yticks(ticks, [str(tick) for tick in ticks])
    axes.set_xticks(range(len(widths)), [str(width) for width in widths])
    axes.grid(visible=False)
    axes.set_xlabel("neurons m")
    axes.set_ylabel("rank p of the direction (1: largest)")
    bar = figure.colorbar(mesh, ax=axes, fraction=0.05, pad=0.02)
    bar.set_label("share of runs that learn it")
    bar.outline.set_visible(False)
    bar.ax.tick_params(color=fig.GREY)
    fig.footer(
        figure,
        f"{MODEL}, β = {exponent:g}; {runs} seeds. Of the learned directions,\n"
        f"{expected:.0f} % are those that the start alone predicts (earliest escape first).",
    )
    return fig.settle(figure)


def _share_of_runs(
    rows: pd.DataFrame, widths: list[int], runs: int
) -> Float64[np.ndarray, "rank width"]:
    counts = np.zeros((int(rows["rank"].max()), len(widths)))
    for column, width in enumerate(widths):
        ranks = rows.loc[rows["neurons"] == width, "rank"].to_numpy()
        np.add.at(counts[:, column], ranks - 1, 1.0)
    return counts / runs
