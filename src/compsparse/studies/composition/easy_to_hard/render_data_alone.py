"""Render step: accuracy of each hop against updates, a panel for each kind of data."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.composition.task.curves import draw_mean_hops, rates_note

_TITLES = {
    "mixture": "all hops together",
    "hard_only": "the longest hop alone",
    "curriculum": "one hop after the other,\nits layer alone trained",
    "strict": "one hop after the other,\nall layers trained",
}


@fig.renders("data", "rate", "run", "hops", "step", "accuracy", "chance")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 4.0)
    fig.headline(figure, headline)
    grid = figure.subplots(2, 2, sharex=True, sharey=True)
    labels, bands = [], []
    for axes, (data, title) in zip(grid.flat, _TITLES.items(), strict=True):
        ends, drawn = draw_mean_hops(axes, table[table["data"] == data], title)
        labels.append(ends)
        bands += drawn
    for axes in grid[-1]:
        axes.set_xlabel("updates")
    for axes in grid[:, 0]:
        axes.set_ylabel("accuracy")
    fig.footer(
        figure,
        "Attention-only model, 2^l hops read in layer l + 1; dashed: chance. All data get\n"
        f"the same rates, steps and sequences; chosen on validation: {rates_note(table, _TITLES)}."
        f"\n{fig.band_note(bands)}",
    )
    return fig.settle(figure, *labels)
