"""Render step: the largest error with noise at every gate, by depth (document 000, Lemma 4)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.circuits.emulation import forms


@fig.renders(*forms.COLUMNS)
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    rows = forms.shown_rows(table)
    figure = fig.new_figure(fig.COLUMN, 3.0)
    axes = figure.subplots()
    fig.headline(figure, headline)
    forms.draw_by_depth(axes, rows)
    axes.axhline(forms.SHOWN, color=fig.GREY, linewidth=0.7, linestyle=":")
    axes.set_ylim(0.0, 1.1)
    plain = forms.FORM_COLORS["plain"]
    fig.write(axes, "plain ReLU", 0.03, 0.62, frame="y data", color=plain)
    # the two curves with a plateau lie on each other
    words = "saturating ReLU and sigmoid"
    fig.write(axes, words, 0.03, 0.13, frame="y data", color=fig.INK)
    fig.footer(
        figure,
        f"Inputs and all gates off by up to δ = {forms.SHOWN:g} (dotted);\n{forms.seeds(rows)}.\n"
        "Solid: parity chains; dashed: ripple adders.",
    )
    return fig.settle(figure)
