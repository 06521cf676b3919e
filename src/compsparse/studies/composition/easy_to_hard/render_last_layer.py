"""Render step: accuracy of each hop of a transformer against updates, with easy data or none."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.composition.transformer.curves import draw_hops

_TITLES = {"mixture": "1, 2 and 4 hops together", "hard_only": "the longest hop alone"}


@fig.renders("data", "rate", "run", "hops", "step", "accuracy", "chance")
def run(table: pd.DataFrame) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.7)
    fig.headline(figure, "Easy hops teach a transformer the hard one")
    panels = figure.subplots(1, 2, sharey=True)
    labels, notes = [], []
    for axes, (data, title) in zip(panels, _TITLES.items(), strict=True):
        rows = table[table["data"] == data]
        labels.append(draw_hops(axes, rows))
        axes.set_title(title)
        notes.append(f"{rows['rate'].iloc[0]:g}")
    panels[0].set_ylabel("share of right answers")
    fig.footer(
        figure,
        f"Thick: mean; thin: each of {len(set(table['run']))} runs, with permutations and first "
        "weights of its own. Dashed: chance.\nAll hops are read in the last layer. Rates chosen on "
        f"validation among equally many: {', '.join(notes)}.",
    )
    return fig.settle(figure, *labels)
