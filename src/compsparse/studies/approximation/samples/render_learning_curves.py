"""Render step: error on trees against examples, a line for each method."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.approximation.panels import draw_methods


@fig.renders("target", "variables", "examples", "method", "run", "error")
def run(
    table: pd.DataFrame, *, headline: fig.Headline, at_variables: int, at_examples: int
) -> fig.Figure:
    """``at_variables`` is the d shown."""
    rows = table[(table["target"] == "tree") & (table["variables"] == at_variables)]
    return draw_methods(rows, "examples", f"examples, d = {at_variables}", headline)
