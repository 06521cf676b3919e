"""Render step: loss against compute by number of layers (document 004, Figure 14)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.calibration import drawn_curves


@fig.renders(*drawn_curves.COLUMNS)
def run(table: pd.DataFrame, *, chosen: int) -> fig.Figure:
    return drawn_curves.draw(
        table,
        chosen,
        title="One layer is enough, none is not",
        point="flops",
        chosen_in_ink=True,
        write=lambda layers: f"L = {layers}",
    )
