"""Render step: loss against compute by embedding dimension (document 004, Figure 5)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.drawing import compute_curves


@fig.renders(*compute_curves.COLUMNS)
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    return compute_curves.draw(table, headline=headline, loss_name="loss (KL, nats)")
