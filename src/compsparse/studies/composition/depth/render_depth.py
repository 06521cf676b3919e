"""Render step: accuracy of every hop against the number of layers, a panel for each task."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.composition.task.curves import draw_mean_hops


@fig.renders("folds", "symbols", "layers", "needed", "run", "hops", "accuracy", "chance")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    tasks = table.groupby(["folds", "symbols", "needed"])
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.6)
    fig.headline(figure, headline)
    panels = figure.subplots(1, len(tasks), squeeze=False, sharey=True)[0]
    labels, bands = [], []
    for axes, ((k, n, needed), rows) in zip(panels, tasks, strict=True):
        title = f"k = {k}, N = {n}: log₂ k + 1 = {needed}"
        ends, drawn = draw_mean_hops(axes, rows, title, "layers", marker="o")
        labels.append(ends)
        bands += drawn
        fig.set_ticks(axes.xaxis, range(1, int(rows["needed"].max()) + 1))
        axes.set_xlabel("layers")
    panels[0].set_yticks([0, 0.25, 0.5, 0.75, 1])
    panels[0].set_ylabel("accuracy")
    fig.footer(
        figure,
        "The attention-only model on the mixture: an ablation of this architecture, not a\n"
        f"proof; dashed: chance. {fig.band_note(bands)}",
    )
    return fig.settle(figure, *labels)
