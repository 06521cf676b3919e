"""Render step: the largest error of networks by depth and deviation (document 000, Lemma 4)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.circuits.emulation import forms

_SMALLEST = 1e-5  # below, the axis is straight down to zero
_TICKS = {0.0: "0", 1e-5: "10⁻⁵", 1e-4: "10⁻⁴", 1e-3: "10⁻³", 1e-2: "10⁻²", 0.1: "10⁻¹", 1.0: "1"}
_LOST = 0.5  # as close to the other bit
_WORDS = {
    "plain": (0.05, "ReLU: no plateau"),
    "sigmoid": (0.0012, "sigmoid: almost a plateau (dotted: bound of adders)"),
    "saturating": (1.6e-6, "saturating ReLU: a plateau"),
}


@fig.renders(*forms.COLUMNS)
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    rows = forms.shown_rows(table)
    figure = fig.new_figure(fig.COLUMN, 3.3)
    axes = figure.subplots()
    fig.headline(figure, headline)
    forms.draw_by_depth(axes, rows)
    adders = rows[(rows["form"] == "sigmoid") & (rows["circuit"] == "ripple_adder")]
    bounds = adders.groupby("depth")["bound"].first()
    axes.plot(bounds.index, bounds, color=forms.FORM_COLORS["sigmoid"], linestyle=":")
    axes.set_yscale("symlog", linthresh=_SMALLEST, linscale=0.6)
    fig.set_ticks(axes.yaxis, _TICKS)
    axes.set_ylim(0.0, 2.0)
    fig.mark_height(axes, _LOST)
    fig.write(axes, "above: the bit is lost", 0.02, 0.58, frame="y data", va="bottom")
    for form, (height, words) in _WORDS.items():
        color = forms.FORM_COLORS[form]
        fig.write(axes, words, 0.98, height, frame="y data", ha="right", color=color)
    fig.footer(
        figure,
        f"Input bits off by up to {forms.SHOWN:g}; {forms.seeds(rows)}.\n"
        "Solid: parity chains. Dashed: ripple adders. Circles: machines.",
    )
    return fig.settle(figure)
