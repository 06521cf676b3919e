"""Render step: threshold gates for one Boolean gate (document 000, Theorem 1, step 2)."""

import pandas as pd

from compsparse.figures import api as fig

# OR lies on AND; NOT and MAJORITY have one number of sources each
_STYLES = {"xor": ("XOR", fig.CATEGORIES[1]), "and": ("AND, OR", fig.CATEGORIES[0])}


@fig.renders("kind", "sources", "gates", "edges", "depth")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN, 2.3)
    axes = figure.subplots()
    fig.headline(figure, headline)
    rows = table.assign(run=0)
    curves = fig.draw_curves(
        axes, rows, x="sources", y="gates", by="kind", styles=_STYLES, marker="o"
    )
    axes.set_ylim(bottom=0)
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(fig.MaxNLocator(integer=True))
    axes.set(xlabel="sources r of the Boolean gate", ylabel="threshold gates")
    fig.footer(
        figure,
        "Exact. NOT and MAJORITY are one gate too. XOR takes ⌊r/2⌋ + 1 gates in two\n"
        "levels; two for r = 2, since no single gate is an XOR.",
    )
    return fig.settle(figure, fig.label_line_ends(axes, curves.ends))
