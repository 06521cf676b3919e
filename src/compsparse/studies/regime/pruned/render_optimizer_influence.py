"""Render step: both readings after the last round, by optimizer."""

from collections.abc import Sequence

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.regime.measures.rows import draw_kinds

_NAMES = {"muon": "Muon", "adam": "Adam", "dense": "dense, Muon"}


@fig.renders("kind", "run", "survival", "excess", "paints")
def run(table: pd.DataFrame, *, headline: fig.Headline, weights: Sequence[int]) -> fig.Figure:
    """A row for each optimizer."""
    note = f"Units merged, to {weights[-1]} weights."
    return draw_kinds(table, headline, list(_NAMES), ["survival", "excess"], note, _NAMES)
