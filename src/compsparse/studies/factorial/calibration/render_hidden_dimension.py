"""Render step: loss against compute by hidden dimension (document 004, Figure 12)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.calibration import drawn_curves


@fig.renders(*drawn_curves.COLUMNS)
def run(table: pd.DataFrame, *, chosen: int) -> fig.Figure:
    return drawn_curves.draw(
        table,
        chosen,
        title="At equal compute the hidden dimension makes little difference",
        point="flops",
        chosen_in_ink=True,
        write=lambda ratio: f"h = {ratio} d",
    )
