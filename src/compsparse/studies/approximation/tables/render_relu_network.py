"""Render step: error against table entries, a tree of tables and the equal ReLU network."""

import pandas as pd

from compsparse.figures import api as fig


@fig.renders("grid", "run", "numbers", "network_error", "table_error")
def run(table: pd.DataFrame, *, variables: int) -> fig.Figure:
    """``variables`` is d."""
    figure = fig.new_figure(fig.COLUMN, 2.6)
    fig.headline(figure, "A tree of tables is a ReLU network")
    axes = figure.subplots()
    places, values = fig.replicate_curves(table, point="numbers", value="table_error")
    band = fig.log_band(values, "table_error")
    fig.draw_band(axes, places, band, color=fig.CATEGORIES[0])
    networks = table.groupby("numbers")["network_error"].mean()
    axes.plot(
        networks.index,
        networks,
        linestyle="none",
        marker="o",
        markerfacecolor="none",
        color=fig.CATEGORIES[1],
    )
    middle = len(places) // 2
    for text, color, offset in (
        ("tables, linear on triangles", fig.CATEGORIES[0], (-6, -12)),
        ("ReLU networks", fig.CATEGORIES[1], (10, 6)),
    ):
        axes.annotate(
            text,
            (places[middle], band.middle[middle]),
            xytext=offset,
            textcoords="offset points",
            ha="right" if offset[0] < 0 else "left",
            color=fig.for_text(color),
        )
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
