"""Render step: loss on unseen inputs by compute and dimension (document 004, Figure 18)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.drawing import compute_curves
from compsparse.studies.factorial.drawing.loss_band import loss_band


@fig.renders(*compute_curves.COLUMNS, "missing_parent_loss")
def run(table: pd.DataFrame) -> fig.Figure:
    missing = loss_band(table[["missing_parent_loss"]].to_numpy(dtype=float))
    return compute_curves.draw(
        table,
        title="Unseen inputs: the width sets the final loss",
        loss_name="loss on unseen inputs (KL, nats)",
        reference=(float(missing.middle[0]), "a parent unknown"),
    )
