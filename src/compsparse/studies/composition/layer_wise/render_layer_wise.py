"""Render step: accuracy of each hop against updates: own layers, wrong layers, hard data alone."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.composition.transformer.curves import draw_hops

_TITLES = {
    "mixture": "all hops,\neach in its layer",
    "wrong_layers": "all hops, shorter\nones in wrong layers",
    "hard_only": "the longest hop\nalone, in its layer",
}


@fig.renders("data", "rate", "run", "hops", "step", "accuracy", "chance")
def run(table: pd.DataFrame) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.9)
    fig.headline(figure, "Easy hops teach the hard one if the layers before it learn them")
    panels = figure.subplots(1, 3, sharey=True)
    labels, rates = [], []
    for axes, (data, title) in zip(panels, _TITLES.items(), strict=True):
        rows = table[table["data"] == data]
        labels.append(draw_hops(axes, rows))
        axes.set_title(title)
        rates.append(f"{rows['rate'].iloc[0]:g}")
    panels[0].set_ylabel("share of right answers")
    fig.footer(
        figure,
        "A transformer; the longest hop is read after its last layer in all panels. Thick: mean;\n"
        f"thin: each of {len(set(table['run']))} runs, with permutations and first weights of its "
        "own. Dashed: chance.\n"
        f"Rates chosen on validation among equally many: {', '.join(rates)}.",
    )
    return fig.settle(figure, *labels)
