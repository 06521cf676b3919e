"""Render step: loss against compute by hidden dimension, small spaces (document 004, Figure 13)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.calibration.compared_curves import Label
from compsparse.studies.factorial.calibration.drawn_curves import COLUMNS, draw


@fig.renders(*COLUMNS)
def run(table: pd.DataFrame, *, chosen: Label, headline: fig.Headline) -> fig.Figure:
    return draw(table, "h = {} d", chosen=chosen, headline=headline)
