"""Render step: accuracy of each hop by the layer that is frozen, at even and random attention."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.composition.task.curves import draw_mean_hops

_TITLES = {
    "even": "frozen as it begins:\nnearly even attention",
    "random": "frozen at random\nattention",
}


@fig.renders("kind", "frozen", "run", "hops", "place", "accuracy", "chance", "rate")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.9)
    fig.headline(figure, headline)
    panels = figure.subplots(1, 2, sharey=True)
    # none is drawn as the layer after the last, so that lines read from right to left
    none = int(table["frozen"].max()) + 1
    table = table.assign(position=table["frozen"].where(table["frozen"] > 0, none))
    labels, bands = [], []
    for axes, (kind, title) in zip(panels, _TITLES.items(), strict=True):
        rows = table[table["kind"] == kind]
        ends, drawn = draw_mean_hops(axes, rows, title, "position", marker="o")
        labels.append(ends)
        bands += drawn
        fig.set_ticks(axes.xaxis, {**{layer: f"{layer}" for layer in range(1, none)}, none: "none"})
        axes.set_xlabel("frozen layer")
    panels[0].set_ylabel("accuracy")
    fig.footer(
        figure,
        "Attention-only model on the mixture, all else equal. 2^l hops are read in layer l + 1.\n"
        f"Dashed: chance. {fig.band_note(bands)}",
    )
    return fig.settle(figure, *labels)
