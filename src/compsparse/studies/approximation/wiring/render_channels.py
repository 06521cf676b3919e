"""Render step: channels against d, right and wrong wiring, a panel for each target."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.approximation.panels import draw_line_panels


@fig.renders("variables", "target", "wiring", "error", "run", "channels", "capped")
def run(table: pd.DataFrame, *, headline: fig.Headline, error: float) -> fig.Figure:
    """``error`` is that shown."""
    rows = table[table["error"] == error]
    return draw_line_panels(
        rows,
        headline,
        panels=("target", {"tree": "target: a tree", "generic": "target: generic"}),
        lines=("wiring", {"right": "right wiring", "wrong": "wrong wiring"}),
        x=("variables", "d, variables"),
        y=("channels", "channels above half of the variables"),
        y_ticks=[2**power for power in range(int(rows["channels"].max()).bit_length())],
        note=f"Least channels of a tree network whose error is {error:g} of the variance: ranks,\n"
        "nothing is trained. Right: the first half of the variables; wrong: every second one.\n",
        marker="o",
    )
