"""Render step: both readings, of genomes and of dense networks."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.regime.measures.rows import draw_kinds


@fig.renders("kind", "run", "survival", "excess", "paints")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    """A row for each kind."""
    kinds = ["genome", "dense"]
    return draw_kinds(
        table, headline, kinds, ["survival", "excess"], "Networks of the genome's own shape."
    )
