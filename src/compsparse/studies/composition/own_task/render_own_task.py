"""Render step: accuracy of each hop against updates, a row of panels for each task."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.composition.task.curves import draw_mean_hops

_TITLES = {"mixture": "all hops together", "hard_only": "the longest hop alone"}


@fig.renders("task", "data", "rate", "run", "hops", "step", "accuracy", "chance")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    tasks = list(table["task"].unique())
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 1.1 + 1.7 * len(tasks))
    fig.headline(figure, headline)
    grid = figure.subplots(len(tasks), 2, sharex=True, sharey=True, squeeze=False)
    labels, bands = [], []
    for row, task in zip(grid, tasks, strict=True):
        for axes, (data, title) in zip(row, _TITLES.items(), strict=True):
            rows = table[(table["data"] == data) & (table["task"] == task)]
            ends, drawn = draw_mean_hops(axes, rows, f"{task.replace('_', ' ')}: {title}")
            labels.append(ends)
            bands += drawn
        row[0].set_ylabel("accuracy")
    for axes in grid[-1]:
        axes.set_xlabel("updates")
    fig.footer(
        figure,
        "Attention-only model; hidden permutations of params.yaml, the same in all runs.\n"
        f"Dashed: chance. {fig.band_note(bands)}",
    )
    return fig.settle(figure, *labels)
