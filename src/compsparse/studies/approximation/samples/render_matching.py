"""Render step: errors of all methods at one d and number of examples, tree beside generic."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.approximation.rows_of_errors import draw_rows
from compsparse.studies.approximation.samples.words import METHODS, TARGETS


@fig.renders("target", "method", "run", "error", "parameters")
def run(table: pd.DataFrame, at_variables: int, at_examples: int) -> fig.Figure:
    """``at_variables`` and ``at_examples`` are named."""
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.9)
    fig.headline(figure, "The matching of wiring and target pays, neither depth nor trees")
    panels = figure.subplots(1, 2, sharex=True, sharey=True)
    methods = list(METHODS)[::-1]
    bands = []
    for axes, (target, title), color in zip(panels, TARGETS.items(), fig.CATEGORIES, strict=False):
        rows = table[table["target"] == target]
        bands.append(draw_rows(axes, rows, "method", methods, color=color))
        axes.set_title(title)
        axes.set_xlabel("error over variance")
    panels[0].set_yticks(range(len(methods)), [METHODS[of] for of in methods])
    networks = table[table["method"].isin({"tree", "shallow", "dense", "convolution"})][
        "parameters"
    ]
    fig.footer(
        figure,
        f"d = {at_variables}, {at_examples:,} examples; networks of {networks.min():,} to "
        f"{networks.max():,} weights.\nDots: runs. {fig.band_note(bands)}",
    )
    return fig.settle(figure)
