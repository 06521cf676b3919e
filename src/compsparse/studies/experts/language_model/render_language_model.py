"""Render step: nats above those of one who knows the rules, of three transformers."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.experts.error_rows import COLORS, SEEDS, draw_rows, write_key

_WORDS = {
    "dense_active": "dense, equal active weights",
    "experts": "experts, one shared",
    "dense_total": "dense, equal total weights",
}


@fig.renders("arm", "run", "seen", "held_out", "at_edge")
def run(table: pd.DataFrame) -> fig.Figure:
    """A row for each transformer."""
    question = "Do experts help a small language model?"
    figure, (axes,) = draw_rows(question, {"": table}, _WORDS, COLORS, by="arm", height=2.2)
    axes.set_xlabel("nats above those of the rules")
    write_key(axes, len(_WORDS))
    seeds = SEEDS.format(table["run"].nunique())
    edges = f"{int(table['at_edge'].sum())} of {len(table)}"
    fig.footer(figure, f"{seeds} Rates at the edge\nof their grid: {edges}.")
    return fig.settle(figure)
