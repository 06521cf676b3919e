"""Render step: accuracy of each hop against updates, a panel for each task."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.composition.task.curves import draw_mean_hops


@fig.renders("task", "rate", "run", "hops", "step", "accuracy", "chance")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    tasks = list(table["task"].unique())
    figure = fig.new_figure(fig.COLUMN, 1.5 + 1.8 * len(tasks))
    fig.headline(figure, headline)
    panels = figure.subplots(len(tasks), 1, sharex=True, squeeze=False)[:, 0]
    labels, bands = [], []
    for axes, task in zip(panels, tasks, strict=True):
        ends, drawn = draw_mean_hops(axes, table[table["task"] == task], task.replace("_", " "))
        labels.append(ends)
        bands += drawn
        axes.set_ylabel("accuracy")
    panels[-1].set_xlabel("updates")
    fig.footer(
        figure,
        "Attention-only model on the mixture; hidden permutations of\n"
        f"params.yaml, the same in all runs. Dashed: chance.\n{fig.band_note(bands)}",
    )
    return fig.settle(figure, *labels)
