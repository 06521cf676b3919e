"""Render step: error against examples, a panel for each target, a line for each method."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.approximation.samples.methods import draw_methods


@fig.renders("target", "variables", "examples", "method", "run", "error")
def run(
    table: pd.DataFrame, *, headline: fig.Headline, at_variables: int, at_examples: int
) -> fig.Figure:
    """``at_variables`` is the d shown."""
    rows = table[table["variables"] == at_variables]
    return draw_methods(rows, "examples", f"examples, d = {at_variables}", headline)
