"""Render step: errors of layers, by target, with the multiplications that each takes."""

from collections.abc import Mapping

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.experts.error_rows import draw_panels
from compsparse.studies.experts.layer.measured import WORDS

_TITLES = {"several_skills": "Several skills", "one_skill": "One skill", "generic": "Generic"}


@fig.renders("kind", "arm", "run", "error", "at_edge")
def run(
    table: pd.DataFrame, *, headline: fig.Headline, multiplications: Mapping[str, int]
) -> fig.Figure:
    """A panel for each target, a row for each layer, with its multiplications per input."""
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.6)
    fig.headline(figure, headline)
    words = {arm: f"{text} ({multiplications[arm]:,} ×)" for arm, text in WORDS.items()}
    values = {"error": fig.CATEGORIES[0]}
    draw_panels(figure, table, words, values, ("kind", _TITLES), by="arm")
    shown = table[table["arm"].isin(WORDS)]
    fig.footer(
        figure,
        f"{table['run'].nunique()} seeds, a dot for each; tick: geometric mean. ×: multiplications "
        "per input. Nothing is balanced.\n"
        f"Rates at the edge of their grid: {int(shown['at_edge'].sum())} of {len(shown)}.",
    )
    return fig.settle(figure)
