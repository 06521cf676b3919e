"""Render step: the fraction of weights that is needed, by score and arity."""

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
def run(table: pd.DataFrame, *, spread: float) -> fig.Figure:
    """``spread`` is the largest scale of an input over the smallest."""
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.9)
    fig.headline(figure, "Pruned in one shot, more must stay; the score decides how much")
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
    left.xaxis.set_major_formatter(fig.FuncFormatter(lambda value, _: f"{value:g}"))
    left.set_xlabel("arity k")
    left.set_ylabel("fraction of weights kept")
    left.set_title("inputs of equal scale")
    unequal = table[table["inputs"] == "unequal"]
    ticks = {method: tick for tick, method in enumerate(_WORDS)}
    shown = unequal.assign(tick=unequal["method"].map(ticks))
    for tick, color in zip(ticks.values(), fig.CATEGORIES, strict=False):
        draw_dots(right, shown[shown["tick"] == tick], "tick", "share", color=color)
    arity = int(unequal["arity"].iloc[0])
    right.set_title(f"scales 1 to {spread:g}, k = {arity}")
    right.set_xticks(range(len(_WORDS)), list(_WORDS.values()))
    right.set_xlim(-0.6, len(_WORDS) - 0.4)
    left.set_yscale("log")
    fig.footer(
        figure,
        f"{table['constituents'].iloc[0]} constituents. Nothing is retrained after "
        f"pruning. {fig.band_note(bands)}\nHollow: not prunable.",
    )
    return fig.settle(figure, fig.label_line_ends(left, ends))
