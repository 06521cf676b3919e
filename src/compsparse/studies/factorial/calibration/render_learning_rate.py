"""Render step: loss against updates by initial learning rate (document 004, Figure 16)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.calibration import drawn_curves


@fig.renders(*drawn_curves.COLUMNS)
def run(table: pd.DataFrame, *, chosen: float) -> fig.Figure:
    return drawn_curves.draw(
        table,
        chosen,
        title="Loss by updates and initial learning rate",
        point="step",
        write=lambda rate: f"{rate:g}",
    )
