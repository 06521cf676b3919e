"""Render step: loss during one pass over fresh samples, by statistical complexity.

Document 004, Figure 3 (Section 4.2).
"""

from compsparse.figures import api as fig
from compsparse.steps import Inputs, Outputs, Params
from compsparse.studies.factorial.drawing.learning_curves import COLUMNS, draw_learning_curves


def run(inputs: Inputs, params: Params) -> Outputs:
    """Draw the table of the result ``factorial_single_pass``; no parameters.

    Raises:
        ArtifactError: the table cannot be read.
        ValueError: the table lacks a column or rows, or a loss is not finite.
    """
    figure = draw_learning_curves(
        fig.read_result(inputs, params, COLUMNS),
        title="Single pass: loss by statistical complexity",
        loss_name="loss (KL, nats)",
    )
    return {"svg": figure, "png": figure}
