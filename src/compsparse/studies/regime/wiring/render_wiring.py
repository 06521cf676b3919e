"""Render step: both readings, by wiring."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.regime.measures.rows import draw_kinds


@fig.renders("kind", "run", "survival", "excess", "paints")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    """A row for each kind."""
    kinds = ["own", "rewired", "random", "dense"]
    return draw_kinds(
        table, headline, kinds, ["survival", "excess"], "Three copies of each unit; dense: one."
    )
