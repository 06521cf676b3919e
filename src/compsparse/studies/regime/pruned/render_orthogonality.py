"""Render step: orthogonality of units after the last round, by method."""

from collections.abc import Sequence

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.regime.kinds import METHODS
from compsparse.studies.regime.measures.rows import draw_kinds


@fig.renders("kind", "run", "orthogonality", "paints")
def run(table: pd.DataFrame, *, headline: fig.Headline, weights: Sequence[int]) -> fig.Figure:
    """A row for each method."""
    note = f"Pruned to {weights[-1]} weights."
    return draw_kinds(table, headline, ["dense", *METHODS], ["orthogonality"], note)
