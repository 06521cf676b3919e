"""Render step: the largest error of networks by depth and deviation (document 000, Lemma 4)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.circuits.emulation import forms

SHOWN = 0.05
_SMALLEST = 1e-5  # below, the axis is straight down to zero
_WORDS = {
    "plain": (0.022, "plain ReLU: errors add up"),
    "sigmoid": (0.0012, "sigmoid: stays within 2⁻¹⁰ (dotted: bound of adders)"),
    "saturating": (1.6e-6, "saturating ReLU: no error at any depth"),
}


@fig.renders(*forms.COLUMNS)
def run(table: pd.DataFrame) -> fig.Figure:
    rows = forms.at_deviation(table, SHOWN)
    figure = fig.new_figure(fig.COLUMN, 3.3)
    axes = figure.subplots()
    fig.headline(figure, "A plateau stops errors from growing with depth")
    forms.draw_by_depth(axes, rows, "largest")
    adders = rows[(rows["form"] == "sigmoid") & (rows["circuit"] == "ripple_adder")]
    bounds = adders.groupby("depth")["bound"].first()
    axes.plot(bounds.index, bounds, color=forms.FORM_COLORS["sigmoid"], linestyle=":")
    axes.set_yscale("symlog", linthresh=_SMALLEST, linscale=0.6)
    axes.set_yticks(
        [0.0, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 1.0], ["0", "10⁻⁵", "10⁻⁴", "10⁻³", "10⁻²", "10⁻¹", "1"]
    )
    axes.set_ylim(0.0, 2.0)
    for form, (height, words) in _WORDS.items():
        axes.text(
            0.98,
            height,
            words,
            transform=axes.get_yaxis_transform(),
            ha="right",
            fontsize=fig.SMALL_TEXT_SIZE,
            color=fig.for_text(forms.FORM_COLORS[form]),
        )
    axes.set_ylabel("largest error of an output")
    fig.footer(
        figure,
        f"Input bits off by up to δ = {SHOWN:g}; {forms.seeds(rows)}.\n"
        "Lines: parity chains (solid), ripple adders (dashed); circles: machines.",
    )
    return fig.settle(figure)
