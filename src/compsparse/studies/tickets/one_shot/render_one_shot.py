"""Render step: the fraction of weights that is needed, by score and arity."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.tickets.dots import draw_dots

_STYLES = {
    "magnitude": ("|w|", fig.CATEGORIES[0]),
    "wanda": ("Wanda", fig.CATEGORIES[1]),
    "contribution": ("|w||a|", fig.CATEGORIES[2]),
    "random": ("random", fig.CATEGORIES[3]),
}


@fig.renders("inputs", "arity", "constituents", "method", "run", "share", "prunable")
def run(table: pd.DataFrame, *, headline: fig.Headline, spread: float) -> fig.Figure:
    """``spread`` is the largest scale of an input over the smallest."""
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.9)
    fig.headline(figure, headline)
    left, right = figure.subplots(1, 2, sharey=True, width_ratios=(2, 1))
    equal = table[table["inputs"] == "equal"]
    curves = fig.draw_curves(
        left, equal, x="arity", y="share", by="method", styles=_STYLES, geometric=True
    )
    left.set_xscale("log", base=2)
    fig.set_ticks(left.xaxis, sorted(set(equal["arity"])))
    left.set_xlabel("arity k")
    left.set_ylabel("fraction of weights kept")
    left.set_title("inputs of equal scale")
    unequal = table[table["inputs"] == "unequal"]
    for place, (method, (_, color)) in enumerate(_STYLES.items()):
        rows = unequal[unequal["method"] == method].assign(place=place)
        draw_dots(right, rows, "place", "share", color=color)
    arity = int(unequal["arity"].iloc[0])
    right.set_title(f"scales 1 to {spread:g}, k = {arity}")
    fig.set_ticks(right.xaxis, dict(enumerate(words for words, _ in _STYLES.values())))
    right.set_xlim(-0.6, len(_STYLES) - 0.4)
    left.set_yscale("log")
    fig.footer(
        figure,
        f"{table['constituents'].iloc[0]} constituents. Nothing is retrained after "
        f"pruning. {fig.band_note(curves.bands)}\nHollow: not prunable.",
    )
    return fig.settle(figure, fig.label_line_ends(left, curves.ends))
