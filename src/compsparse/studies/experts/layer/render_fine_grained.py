"""Render step: errors of layers, by target, with the multiplications that each takes."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.experts.error_rows import SEEDS, draw_rows

_WORDS = {
    "dense_active": "dense, equal active weights",
    "coarse": "few large experts",
    "fine": "many small experts",
    "shared": "many small, one shared",
    "dense_total": "dense, equal total weights",
}


@fig.renders("kind", "arm", "run", "error", "at_edge")
def run(
    table: pd.DataFrame, *, headline: fig.Headline, multiplications: dict[str, int]
) -> fig.Figure:
    """A panel for each target, a row for each layer, with its multiplications per input."""
    words = {arm: f"{text} ({multiplications[arm]:,} ×)" for arm, text in _WORDS.items()}
    shown = table[table["arm"].isin(words)]
    kinds = shown.groupby("kind", sort=False)
    panels = {str(kind).replace("_", " ").capitalize(): rows for kind, rows in kinds}
    colors = {"error": fig.CATEGORIES[0]}
    figure, _ = draw_rows(headline, panels, words, colors, by="arm", height=2.6)
    seeds = SEEDS.format(table["run"].nunique())
    edges = f"{int(shown['at_edge'].sum())} of {len(shown)}"
    note = f"{seeds} ×: multiplications per input. Nothing is balanced."
    fig.footer(figure, f"{note}\nRates at the edge of their grid: {edges}.")
    return fig.settle(figure)
