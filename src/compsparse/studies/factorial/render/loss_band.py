"""Losses of replicates as a band on a logarithmic axis."""

import numpy as np
from jaxtyping import Float64

from compsparse.figures.bands import Band, log_band
from compsparse.studies.factorial.evaluate.history import SMALLEST_LOSS


def loss_band(losses: Float64[np.ndarray, "replicate point"]) -> Band:
    """Return the geometric mean over replicates and its band, in nats.

    Losses below the rounding of the computation are shown at it, as the metrics count them.
    """
    return log_band(np.maximum(losses, SMALLEST_LOSS), "loss")
