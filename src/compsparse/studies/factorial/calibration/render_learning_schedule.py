"""Render step: loss against updates by schedule, long runs (document 004, Figure 17)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.calibration import drawn_curves


@fig.renders(*drawn_curves.COLUMNS)
def run(table: pd.DataFrame, *, chosen: str) -> fig.Figure:
    return drawn_curves.draw(
        table,
        chosen,
        title="Long runs: loss by updates and learning-rate schedule",
        point="step",
        write=str,
        chosen_in_ink=True,
    )
