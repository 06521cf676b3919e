"""Render step: accuracy of each hop by the layer that is frozen at random attention."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.composition.task.curves import draw_mean_hops


@fig.renders("frozen", "run", "hops", "accuracy", "chance", "rate")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN, 2.9)
    fig.headline(figure, headline)
    axes = figure.subplots()
    # none is drawn as the layer after the last, so that lines read from right to left
    none = int(table["frozen"].max()) + 1
    table = table.assign(position=table["frozen"].where(table["frozen"] > 0, none))
    labels, bands = draw_mean_hops(axes, table, "", "position", marker="o")
    fig.set_ticks(axes.xaxis, {**{layer: f"{layer}" for layer in range(1, none)}, none: "none"})
    axes.set_xlabel("layer frozen at random attention")
    axes.set_ylabel("accuracy")
    fig.footer(
        figure,
        "Attention-only model on the mixture, all else equal. 2^l hops\n"
        f"are read in layer l + 1. Dashed: chance.\n{fig.band_note(bands)}",
    )
    return fig.settle(figure, labels)
