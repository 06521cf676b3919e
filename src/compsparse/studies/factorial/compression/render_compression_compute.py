"""Render step: loss against training compute, one line per embedding dimension.

Document 004, Figure 5 (Section 4.3).
"""

from compsparse.figures import api as fig
from compsparse.steps import Inputs, Outputs, Params
from compsparse.studies.factorial.drawing.compute_curves import COLUMNS, draw_compute_curves


def run(inputs: Inputs, params: Params) -> Outputs:
    """Draw the table of the result ``factorial_compression_compute``; no parameters.

    Raises:
        ArtifactError: the table cannot be read.
        ValueError: the table lacks a column or rows, tasks of several approximation complexities
            are mixed, or a loss is not finite.
    """
    figure = draw_compute_curves(
        fig.read_result(inputs, params, COLUMNS),
        title="Compression: loss by compute and width",
        loss_name="loss (KL, nats)",
    )
    return {"svg": figure, "png": figure}
