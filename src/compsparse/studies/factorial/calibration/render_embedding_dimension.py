"""Render step: loss against compute by embedding dimension (document 004, Figure 11)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.calibration import drawn_curves


@fig.renders(*drawn_curves.COLUMNS)
def run(table: pd.DataFrame, *, chosen: int) -> fig.Figure:
    return drawn_curves.draw(
        table,
        chosen,
        title="Loss by compute and embedding dimension",
        point="flops",
        write=lambda dimension: f"d = {dimension}",
    )
