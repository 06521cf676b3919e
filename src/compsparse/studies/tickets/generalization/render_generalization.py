"""Render step: the gap, and the fraction of random labels fitted, against N, by wiring."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.tickets.wired.words import STYLES


@fig.renders("wiring", "labels", "examples", "run", "gap", "fitted")
def run(
    table: pd.DataFrame, *, headline: fig.Headline, at_examples: int, random_at_examples: int
) -> fig.Figure:
    """Lines mark the N at which networks are compared."""
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.8)
    fig.headline(figure, headline)
    bands, labels = [], []
    panels = (("true", "gap", at_examples), ("random", "fitted", random_at_examples))
    for axes, (kind, value, marked) in zip(figure.subplots(1, 2), panels, strict=True):
        rows = table[table["labels"] == kind]
        curves = fig.draw_curves(
            axes, rows, x="examples", y=value, by="wiring", styles=STYLES, marker="o"
        )
        bands += curves.bands
        axes.axvline(marked, color=fig.PALE, zorder=0)
        axes.set_xscale("log", base=2)
        fig.set_ticks(axes.xaxis, sorted(set(rows["examples"])))
        axes.set_xlabel("examples, N")
        labels.append(fig.label_line_ends(axes, curves.ends))
    left, right = figure.axes
    left.set_title("gap, target a tree")
    right.set_title("random labels fitted")
    fig.footer(
        figure,
        "Gap: ramp loss on test minus training examples. Pale lines: N of comparisons.\n"
        f"{fig.band_note(bands)}",
    )
    return fig.settle(figure, *labels)
