"""Render step: loss on unseen inputs against training compute, one line per embedding dimension.

Document 004, Figure 18 (Appendix B).
"""

from compsparse.figures import api as fig
from compsparse.steps import Inputs, Outputs, Params
from compsparse.studies.factorial.drawing.compute_curves import COLUMNS as CURVES
from compsparse.studies.factorial.drawing.compute_curves import draw_compute_curves
from compsparse.studies.factorial.drawing.loss_band import loss_band

COLUMNS = (*CURVES, "missing_parent_loss")


def run(inputs: Inputs, params: Params) -> Outputs:
    """Draw the table of the result ``factorial_generalization_dimension``; no parameters.

    Raises:
        ArtifactError: the table cannot be read.
        ValueError: the table lacks a column or rows, tasks of several approximation complexities
            are mixed, or a loss is not finite.
    """
    table = fig.read_result(inputs, params, COLUMNS)
    missing = loss_band(table[["missing_parent_loss"]].to_numpy(dtype=float))
    figure = draw_compute_curves(
        table,
        title="Unseen inputs: loss by compute and width",
        loss_name="loss on unseen inputs (KL, nats)",
        reference=(float(missing.middle[0]), "a parent unknown"),
    )
    return {"svg": figure, "png": figure}
