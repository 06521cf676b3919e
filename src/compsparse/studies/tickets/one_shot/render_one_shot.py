"""Render step: shares of weights that are needed, by score and arity."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.tickets.dots import draw_dots

_WORDS = {
    "magnitude": "|w|",
    "wanda": "Wanda",
    "contribution": "|w||a|",
    "random": "random",
}


@fig.renders("inputs", "arity", "constituents", "method", "run", "share", "prunable")
def run(table: pd.DataFrame, spread: float) -> fig.Figure:
    """``spread`` of inputs is named."""
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.9)
    fig.headline(figure, "Taken at once, more must stay; the score decides how much")
    left, right = figure.subplots(1, 2, sharey=True, width_ratios=(2, 1))
    equal = table[table["inputs"] == "equal"]
    ends, bands = [], []
    for (method, word), color in zip(_WORDS.items(), fig.CATEGORIES, strict=False):
        rows = equal[equal["method"] == method]
        places, values = fig.replicate_curves(rows, point="arity", value="share")
        band = fig.log_band(values, "share")
        fig.draw_band(left, places, band, color=color)
        ends.append(fig.LineEnd(places[-1], float(band.middle[-1]), word, color))
        bands.append(band)
    left.set_xscale("log", base=2)
    left.xaxis.set_major_formatter(fig.FuncFormatter(lambda at, _: f"{at:g}"))
    left.set_xlabel("arity k")
    left.set_ylabel("share of weights kept")
    left.set_title("inputs of equal scale")
    unequal = table[table["inputs"] == "unequal"]
    places_of = {method: at for at, method in enumerate(_WORDS)}
    shown = unequal.assign(place=unequal["method"].map(places_of))
    for at, color in zip(places_of.values(), fig.CATEGORIES, strict=False):
        draw_dots(right, shown[shown["place"] == at], "place", "share", color=color)
    arity = int(unequal["arity"].iloc[0])
    right.set_title(f"of scales 1 to {spread:g}, k = {arity}")
    right.set_xticks(range(len(_WORDS)), list(_WORDS.values()))
    right.set_xlim(-0.6, len(_WORDS) - 0.4)
    left.set_yscale("log")
    fig.footer(
        figure,
        f"{table['constituents'].iloc[0]} constituents. Nothing is trained after weights are "
        f"taken. {fig.band_note(bands)}\nHollow: not prunable.",
    )
    return fig.settle(figure, fig.label_line_ends(left, ends))
