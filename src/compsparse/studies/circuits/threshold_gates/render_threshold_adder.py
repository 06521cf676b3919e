"""Render step: size and depth of a threshold gate of fan-in 3 (document 000, Theorem 1, step 3)."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig

_UNIT = 1
_DASHES = (0.0, (3.0, 1.5))
_TICKS = (2, 16, 128, 1024, 8192)


@fig.renders("bits", "run", "sources", "size", "size_limit", "depth", "depth_limit")
def run(table: pd.DataFrame) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.6)
    size, depth = figure.subplots(1, 2)
    fig.headline(figure, "Gates of a threshold gate grow as r, levels as log r")
    sizes, size_labels = _draw_size(size, table)
    depths, depth_labels = _draw_depth(depth, table)
    bands = [*sizes, *depths]
    random = [band for band in bands if band.spread != "none"]
    fig.footer(
        figure,
        "Exact counts of adder network and comparator. Unit weights: one circuit for each r. "
        "Random weights of b bits and\n"
        f"either sign: {fig.band_note(random or bands)}\n"
        "A gate that only passes a source on counts as 1.",
    )
    return fig.settle(figure, size_labels, depth_labels)


def _draw_size(axes: fig.Axes, table: pd.DataFrame) -> tuple[list[fig.Band], fig.LineLabels]:
    bands, ends = _curves(axes, table, "size")
    sources = np.array(sorted(set(table["sources"])), dtype=np.float64)
    axes.plot(sources, sources, color=fig.GREY, linewidth=0.8, linestyle=_DASHES)
    ends.append(fig.LineEnd(float(sources[-1]), float(sources[-1]), "r", fig.GREY))
    axes.set_yscale("log")
    _name_sources(axes, sources)
    axes.set_ylabel("gates")
    axes.set_title("Size: a power law, exponent 1")
    return bands, fig.label_line_ends(axes, ends)


def _draw_depth(axes: fig.Axes, table: pd.DataFrame) -> tuple[list[fig.Band], fig.LineLabels]:
    bands, ends = _curves(axes, table, "depth")
    _name_sources(axes, np.array(sorted(set(table["sources"]))))
    axes.set_ylim(bottom=0)
    axes.set_ylabel("levels")
    axes.set_title("Depth: a line in log r")
    return bands, fig.label_line_ends(axes, ends)


def _curves(
    axes: fig.Axes, table: pd.DataFrame, column: str
) -> tuple[list[fig.Band], list[fig.LineEnd]]:
    bands, ends = [], []
    weights = table.groupby("bits")
    for color, (bits, rows) in zip(fig.CATEGORIES[: len(weights)], weights, strict=True):
        sources, values = fig.replicate_curves(rows, point="sources", value=column)
        # a circuit without gates, where one source decides, has no logarithm
        sizes = column == "size"
        band = fig.log_band(np.maximum(values, 1.0), "size") if sizes else fig.mean_band(values)
        bands.append(band)
        fig.draw_band(axes, sources, band, color=color)
        text = "unit" if bits == _UNIT else f"b = {bits}"
        ends.append(fig.LineEnd(float(sources[-1]), float(band.middle[-1]), text, color))
    return bands, ends


def _name_sources(axes: fig.Axes, sources: np.ndarray) -> None:
    axes.set_xscale("log", base=2)
    ticks = [tick for tick in _TICKS if sources[0] <= tick <= sources[-1]]
    axes.set_xticks(ticks, [f"{tick:,}" for tick in ticks])
    axes.xaxis.set_minor_locator(fig.NullLocator())
    axes.set_xlabel("sources r of the gate")
