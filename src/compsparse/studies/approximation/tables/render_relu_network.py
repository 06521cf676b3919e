"""Render step: error against table entries, a tree of tables and the equal ReLU network."""

import pandas as pd

from compsparse.figures import api as fig


@fig.renders("grid", "run", "numbers", "network_error", "table_error")
def run(table: pd.DataFrame, *, headline: fig.Headline, variables: int) -> fig.Figure:
    """``variables`` is d."""
    figure = fig.new_figure(fig.COLUMN, 2.6)
    fig.headline(figure, headline)
    axes = figure.subplots()
    of_tables, of_networks = fig.CATEGORIES[:2]
    places, values = fig.replicate_curves(table, point="numbers", value="table_error")
    band = fig.log_band(values, "table_error")
    fig.draw_band(axes, places, band, color=of_tables)
    networks = table.groupby("numbers")["network_error"].mean()
    axes.plot(networks, linestyle="none", marker="o", markerfacecolor="none", color=of_networks)
    middle = len(places) // 2
    place = places[middle], band.middle[middle]
    text = "tables, linear on triangles"
    fig.write(axes, text, *place, color=of_tables, shift=(-6, -12), ha="right")
    fig.write(axes, "ReLU networks", *place, color=of_networks, shift=(10, 6))
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.xaxis.set_minor_formatter(fig.NullFormatter())
    axes.set_xlabel("entries of the tables")
    axes.set_ylabel("error over standard deviation")
    fig.footer(
        figure,
        f"d = {variables}; a hat of five ReLUs for each entry.\n{fig.band_note([band])}",
    )
    return fig.settle(figure)
