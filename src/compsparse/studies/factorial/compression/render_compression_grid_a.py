"""Render step: final loss against embedding dimension, compression grid A.

Document 004, Figures 4 and 19 (Section 4.3). Grid A varies the number of parents.
"""

from compsparse.figures import api as fig
from compsparse.steps import Inputs, Outputs, Params
from compsparse.studies.factorial.compression.dimension_curves import COLUMNS, draw_dimension_curves

_SUFFICIENT_LOSS = 0.001  # nats; what the study's claims call learned


def run(inputs: Inputs, params: Params) -> Outputs:
    """Draw the table of the result ``factorial_compression_grid_a``.

    The parameter ``sufficient_loss`` (nats) may replace the loss that counts as learned.

    Raises:
        ArtifactError: the table cannot be read.
        ValueError: the table lacks a column or rows, or a loss is not finite.
    """
    figure = draw_dimension_curves(
        fig.read_result(inputs, params, COLUMNS, allowed=["sufficient_loss"]),
        title="Compression: loss by width, varying parents",
        sufficient_loss=float(params.get("sufficient_loss", _SUFFICIENT_LOSS)),
    )
    return {"svg": figure, "png": figure}
