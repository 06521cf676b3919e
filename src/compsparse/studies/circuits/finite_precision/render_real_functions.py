"""Render step: size and depth by n + m_out (document 000, Lemmas 1 and 2, Theorem 2, part 1)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.statistics import api as stats
from compsparse.studies.circuits.finite_precision.real_functions.catalogue import FUNCTIONS
from compsparse.studies.circuits.slopes import column_slope


@fig.renders("function", "places", "total_places", "size", "depth", "fan_in")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    places = table["places"]
    figure = fig.new_figure(fig.COLUMN, 4.2)
    panels = fig.stacked_panels(figure, 1.0, 1.0)
    fig.headline(figure, headline)
    labels = [_panel(*panel, table) for panel in zip(panels, ("size", "depth"), strict=True)]
    above, below = panels
    above.set_ylabel("size: gates")
    below.set(ylabel="depth: gates on a path", xlabel="places of input and output, n + m")
    fig.footer(
        figure,
        f"Exact: one circuit per point, m = {places.min()} to {places.max()} output bits, "
        f"fan-in at most {table['fan_in'].max()}.\n"
        "Labels: fitted exponent (degree of the construction).",
    )
    return fig.settle(figure, *labels)


def _panel(axes: fig.Axes, column: str, table: pd.DataFrame) -> fig.LineLabels:
    styles = {}
    for name, (_, color) in fig.name_groups(table["function"].unique(), "{}").items():
        function, rows = FUNCTIONS[name], table[table["function"] == name]
        slope = column_slope(rows, stats.log_log_slope, "total_places", column)
        degree = function.size_degree if column == "size" else function.depth_degree
        styles[name] = (f"{function.formula}: {slope:.2f} ({degree})", color)
    curves = fig.draw_curves(
        axes,
        table.assign(run=0),
        x="total_places",
        y=column,
        by="function",
        styles=styles,
        marker="o",
        markersize=2.5,
    )
    axes.set_xscale("log")
    axes.set_yscale("log")
    most = table["total_places"].max()
    fig.set_ticks(axes.xaxis, [tick for tick in (4, 8, 16, 32, 64, 128) if tick <= most])
    return fig.label_line_ends(axes, curves.ends)
