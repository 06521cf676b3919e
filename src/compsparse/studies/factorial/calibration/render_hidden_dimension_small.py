"""Render step: loss against compute by hidden dimension, small spaces (document 004, Figure 13)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.calibration import drawn_curves


@fig.renders(*drawn_curves.COLUMNS)
def run(table: pd.DataFrame, *, chosen: int) -> fig.Figure:
    return drawn_curves.draw(
        table,
        chosen,
        title="Loss by compute and hidden dimension, small spaces",
        point="flops",
        write=lambda ratio: f"h = {ratio} d",
    )
