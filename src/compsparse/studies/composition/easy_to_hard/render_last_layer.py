"""Render step: accuracy of each hop of a transformer against updates, with easy data or none."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.composition.task.curves import draw_run_panels, runs_note

_TITLES = {"mixture": "1, 2 and 4 hops together", "hard_only": "the longest hop alone"}


@fig.renders("data", "rate", "run", "hops", "step", "accuracy", "chance")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.7)
    fig.headline(figure, headline)
    labels, rates = draw_run_panels(figure, table, _TITLES)
    figure.axes[0].set_yticks([0, 0.25, 0.5, 0.75, 1])
    fig.footer(
        figure,
        f"{runs_note(table)} All hops are read after the last layer. Rates chosen on validation\n"
        f"among equally many: {rates}. A run ends when all is learned, or when after the "
        "mixture's\nwhole budget no labelled hop has left chance; its lines go on flat.",
    )
    return fig.settle(figure, *labels)
