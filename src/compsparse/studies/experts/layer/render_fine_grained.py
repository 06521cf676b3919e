"""Render step: errors of layers, by target, with the multiplications that each takes."""

from collections.abc import Mapping

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.experts.error_rows import SEEDS, draw_rows

_TITLES = {"several_skills": "Several skills", "one_skill": "One skill", "generic": "Generic"}
_WORDS = {
    "dense_active": "dense, equal active weights",
    "coarse": "few large experts",
    "fine": "many small experts",
    "shared": "many small, one shared",
    "dense_total": "dense, equal total weights",
}


@fig.renders("kind", "arm", "run", "error", "at_edge")
def run(
    table: pd.DataFrame, *, headline: fig.Headline, multiplications: Mapping[str, int]
) -> fig.Figure:
    """A panel for each target, a row for each layer, with its multiplications per input."""
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.6)
    fig.headline(figure, headline)
    words = {arm: f"{text} ({multiplications[arm]:,} ×)" for arm, text in _WORDS.items()}
    shown = table[table["arm"].isin(words)]
    panels = {title: shown[shown["kind"] == kind] for kind, title in _TITLES.items()}
    draw_rows(figure, panels, words, {"error": fig.CATEGORIES[0]}, by="arm")
    fig.footer(
        figure,
        f"{SEEDS.format(table['run'].nunique())} ×: multiplications per input. Nothing is "
        "balanced.\n"
        f"Rates at the edge of their grid: {int(shown['at_edge'].sum())} of {len(shown)}.",
    )
    return fig.settle(figure)
