"""Render step: loss on unseen inputs by compute and dimension (document 004, Figure 18)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.drawing import compute_curves
from compsparse.studies.factorial.drawing.losses import geometric_mean


@fig.renders(*compute_curves.COLUMNS, "missing_parent_loss")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    return compute_curves.draw(
        table,
        headline=headline,
        loss_name="loss on unseen inputs (KL, nats)",
        reference=(geometric_mean(table["missing_parent_loss"]), "a parent unknown"),
    )
