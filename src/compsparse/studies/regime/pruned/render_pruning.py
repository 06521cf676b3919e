"""Render step: both readings after the last round, by method."""

from collections.abc import Sequence

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.regime.kinds import METHODS
from compsparse.studies.regime.measures.measured import last_round
from compsparse.studies.regime.measures.rows import draw_kinds


@fig.renders("kind", "stage", "run", "survival", "excess", "paints")
def run(table: pd.DataFrame, *, headline: fig.Headline, weights: Sequence[int]) -> fig.Figure:
    """A row for each method."""
    kinds = [*METHODS, "dense"]
    note = f"Pruned to {weights[-1]} weights."
    return draw_kinds(last_round(table), headline, kinds, ["survival", "excess"], note)
