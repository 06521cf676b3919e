"""Render step: densities of the layers of tree networks against d."""

import pandas as pd

from compsparse.figures import api as fig


@fig.renders("arity", "d", "layer", "density")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN, 2.8)
    fig.headline(figure, headline)
    axes = figure.subplots()
    first = table[table["layer"] == 0].assign(run=0)
    styles = fig.name_groups(sorted(set(first["arity"])), "arity {0}: {0}/d")
    curves = fig.draw_curves(
        axes, first, x="d", y="density", by="arity", styles=styles, marker="o", markersize=3
    )
    axes.set_xscale("log", base=2)
    axes.set_yscale("log", base=2)
    axes.xaxis.set_major_formatter(fig.FuncFormatter(lambda value, _: f"{value:g}"))
    axes.yaxis.set_major_formatter(fig.FuncFormatter(lambda value, _: f"1/{1 / value:g}"))
    axes.set_xlabel("d, variables")
    axes.set_ylabel("density of the first layer")
    fig.footer(
        figure,
        "Networks wired as a tree: weights over those of dense\nlayers of equal width. Counted.",
    )
    return fig.settle(figure, fig.label_line_ends(axes, curves.ends))
