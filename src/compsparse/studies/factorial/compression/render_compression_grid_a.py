"""Render step: final loss by embedding dimension and parents (document 004, Figures 4, 19)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.compression import dimension_curves


@fig.renders(*dimension_curves.COLUMNS)
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    return dimension_curves.draw(table, headline=headline)
