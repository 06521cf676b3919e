"""Render step: size and depth by n + m_out (document 000, Lemmas 1 and 2, Theorem 2, part 1)."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.statistics import api as stats
from compsparse.studies.circuits.finite_precision.real_functions.catalogue import FUNCTIONS


@fig.renders("function", "places", "total_places", "size", "depth", "fan_in")
def run(table: pd.DataFrame) -> fig.Figure:
    places = table["places"]
    figure = fig.new_figure(fig.COLUMN, 4.2)
    above, below = figure.subplots(2, 1, sharex=True)
    fig.headline(figure, "Circuits grow as small powers of the precision")
    size = _panel(above, table, "size")
    above.set_ylabel("size: gates")
    depth = _panel(below, table, "depth")
    below.set_ylabel("depth: gates on a path")
    below.set_xlabel("places of input and output, n + m")
    fig.footer(
        figure,
        f"Exact: one circuit per point, m = {places.min()} to {places.max()} output bits, "
        f"fan-in at most {table['fan_in'].max()}.\n"
        "Labels: fitted exponent ≤ degree of the construction.",
    )
    return fig.settle(figure, fig.label_line_ends(above, size), fig.label_line_ends(below, depth))


def _panel(axes: fig.Axes, table: pd.DataFrame, column: str) -> list[fig.LineEnd]:
    ends = []
    functions = table.groupby("function", sort=False)
    colors = fig.CATEGORIES[: len(functions)]
    for (name, rows), color in zip(functions, colors, strict=True):
        function = FUNCTIONS[str(name)]
        total = rows["total_places"].to_numpy(dtype=np.float64)
        counts = rows[column].to_numpy(dtype=np.float64)
        degree = function.size_degree if column == "size" else function.depth_degree
        text = f"{function.formula}: {stats.log_log_slope(total, counts):.2f} ≤ {degree}"
        axes.plot(total, counts, color=color, marker="o", markersize=2.5)
        ends.append(fig.LineEnd(float(total[-1]), float(counts[-1]), text, color))
    axes.set_xscale("log")
    axes.set_yscale("log")
    ticks = [tick for tick in (4, 8, 16, 32, 64, 128) if tick <= table["total_places"].max()]
    axes.set_xticks(ticks, [str(tick) for tick in ticks])
    axes.set_xticks([], minor=True)
    return ends
