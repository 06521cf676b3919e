"""Render step: the largest error with noise at every gate, by depth (document 000, Lemma 4)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.circuits.emulation import forms

SHOWN = 0.05
# the two curves with a plateau lie on each other
_WORDS = {
    fig.for_text(forms.FORM_COLORS["plain"]): (0.62, "plain ReLU"),
    fig.INK: (0.13, "saturating ReLU and sigmoid"),
}


@fig.renders(*forms.COLUMNS)
def run(table: pd.DataFrame) -> fig.Figure:
    rows = forms.at_deviation(table, SHOWN)
    figure = fig.new_figure(fig.COLUMN, 2.7)
    axes = figure.subplots()
    fig.headline(figure, "A plateau removes the noise of every gate")
    forms.draw_by_depth(axes, rows, "largest")
    axes.axhline(SHOWN, color=fig.GREY, linewidth=0.7, linestyle=":")
    axes.set_ylim(0.0, 1.1)
    for color, (height, words) in _WORDS.items():
        axes.text(
            0.03,
            height,
            words,
            transform=axes.get_yaxis_transform(),
            fontsize=fig.SMALL_TEXT_SIZE,
            color=color,
        )
    axes.set_ylabel("largest error of an output")
    fig.footer(
        figure,
        f"Inputs and all gates off by up to δ = {SHOWN:g} (dotted);\n{forms.seeds(rows)}.\n"
        "Solid: parity chains; dashed: ripple adders.",
    )
    return fig.settle(figure)
