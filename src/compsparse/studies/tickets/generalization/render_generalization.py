"""Render step: the gap, and the fraction of random labels fitted, against N, by wiring."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.tickets.wired.words import STYLES

_PANELS = (
    ("true", "gap", "gap"),
    ("true", "test_ramp", "test ramp loss"),
    ("random", "fitted", "random labels fitted"),
)


@fig.renders("wiring", "labels", "examples", "run", "gap", "test_ramp", "fitted")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    """One panel each for the gap, the loss on fresh examples, and random labels."""
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.6)
    fig.headline(figure, headline)
    bands, labels = [], []
    for axes, (kind, value, title) in zip(figure.subplots(1, 3), _PANELS, strict=True):
        rows = table[table["labels"] == kind]
        curves = fig.draw_curves(
            axes, rows, x="examples", y=value, by="wiring", styles=STYLES, marker="o"
        )
        bands += curves.bands
        axes.set_xscale("log", base=2)
        axes.margins(y=0.1)
        fig.set_ticks(axes.xaxis, sorted(set(rows["examples"])))
        axes.set_xlabel("examples, N")
        axes.set_title(title)
    labels.append(fig.label_line_ends(axes, curves.ends))
    fig.footer(
        figure,
        "Steps in proportion to N. Gap: ramp loss on test minus training examples.\n"
        f"{fig.band_note(bands)}",
    )
    return fig.settle(figure, *labels)
