"""Render step: loss on unseen inputs by statistical complexity (document 004, Figure 7)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.drawing import learning_curves


@fig.renders(*learning_curves.COLUMNS)
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    return learning_curves.draw(
        table,
        headline=headline,
        loss_name="loss on unseen inputs (KL, nats)",
    )
