"""Render step: nats above those of one who knows the rules, of three transformers."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.experts.error_rows import COLORS, draw_rows, write_key

_WORDS = {
    "dense_active": "dense, equal active weights",
    "experts": "experts, one shared",
    "dense_total": "dense, equal total weights",
}


@fig.renders("arm", "run", "seen", "held_out", "at_edge")
def run(table: pd.DataFrame) -> fig.Figure:
    """A row for each transformer."""
    figure = fig.new_figure(fig.COLUMN, 2.2)
    fig.headline(figure, "Do experts help a small language model?")
    axes = figure.subplots()
    draw_rows(axes, table, _WORDS, COLORS, by="arm")
    axes.set_xlabel("nats above those of the rules")
    write_key(axes, len(_WORDS))
    fig.footer(
        figure,
        f"{table['run'].nunique()} seeds, a dot for each; tick: geometric mean. Rates at the edge\n"
        f"of their grid: {int(table['at_edge'].sum())} of {len(table)}.",
    )
    return fig.settle(figure)
