"""Render step: accuracy of each hop against updates: own layers, or wrong ones."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.composition.task.curves import draw_run_panels, runs_note

_TITLES = {
    "mixture": "all hops,\neach in its layer",
    "wrong_layers": "all hops, shorter\nones in wrong layers",
}


@fig.renders("data", "rate", "run", "hops", "step", "accuracy", "chance")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.9)
    fig.headline(figure, headline)
    labels, rates = draw_run_panels(figure, table, _TITLES)
    figure.axes[0].set_yticks([0, 0.25, 0.5, 0.75, 1])
    fig.footer(
        figure,
        "A transformer; the longest hop is read after its last layer in both panels.\n"
        f"{runs_note(table)} Rates chosen on validation among equally many: {rates}. A run\n"
        "ends when all is learned; its lines go on flat.",
    )
    return fig.settle(figure, *labels)
