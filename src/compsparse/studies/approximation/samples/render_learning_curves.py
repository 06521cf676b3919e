"""Render step: error on trees against examples, a line for each method."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.approximation.methods import METHODS
from compsparse.studies.approximation.panels import draw_line_panels


@fig.renders("target", "examples", "method", "run", "error")
def run(table: pd.DataFrame, *, headline: fig.Headline, variables: int) -> fig.Figure:
    """``variables`` is d; methods at one number of examples have no line."""
    several = table.groupby(["target", "method"])["examples"].transform("nunique") > 1
    return draw_line_panels(
        table[several],
        headline,
        panels=("target", {"tree": "targets: trees"}),
        lines=("method", METHODS),
        x=("examples", f"examples, d = {variables}"),
        note="Another tree in each run. Networks have as many weights\nas the tree network.\n",
    )
