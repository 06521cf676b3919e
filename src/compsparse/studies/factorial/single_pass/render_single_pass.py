"""Render step: loss in one pass over fresh samples, by complexity (document 004, Figure 3)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.drawing import learning_curves


@fig.renders(*learning_curves.COLUMNS)
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    return learning_curves.draw(table, headline=headline, loss_name="loss (KL, nats)")
