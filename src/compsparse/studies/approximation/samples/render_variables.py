"""Render step: error on trees against variables, a line for each method."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.approximation.panels import draw_methods


@fig.renders("target", "variables", "examples", "method", "run", "error")
def run(table: pd.DataFrame, *, headline: fig.Headline, examples: int) -> fig.Figure:
    """``examples`` is how many there are."""
    return draw_methods(table, "variables", f"d, variables; {examples:,} examples", headline)
