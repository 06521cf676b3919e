"""Render step: accuracy against the labels that were used, with labels of the steps or without."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.composition.task.curves import mark_chance

_LIGHT, _DARK = fig.sequential(2)
_STYLES = {
    "chain": ("k steps,\nall labelled", _DARK),
    "unlabelled_chain": ("k steps, the\nanswer labelled", _LIGHT),
}


@fig.renders("kind", "rate", "run", "labels", "accuracy", "chance")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN, 3.0)
    fig.headline(figure, headline)
    axes = figure.subplots()
    taught = table[table["labels"] > 0]
    curves = fig.draw_curves(axes, taught, x="labels", y="accuracy", by="kind", styles=_STYLES)
    mark_chance(axes, table["chance"])
    axes.set_xscale("log")
    axes.set_xlabel("labels used")
    axes.set_ylabel("accuracy")
    rates = table.groupby("kind")["rate"].first()
    fig.footer(
        figure,
        "Each sequence asks one question, k hops from (1, x). Answers are\n"
        "generated without help, by one layer in k steps; dashed: chance.\n"
        "Rates chosen on validation: "
        f"{', '.join(f'{rates[kind]:g}' for kind in _STYLES)}.\n"
        f"{fig.band_note(curves.bands)}",
    )
    return fig.settle(figure, fig.label_line_ends(axes, curves.ends))
