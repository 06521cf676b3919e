"""Losses of replicates as a band on a logarithmic axis."""

import numpy as np
from jaxtyping import Float64

from compsparse.figures import api as fig
from compsparse.studies.factorial.histories.history import SMALLEST_LOSS


def loss_band(losses: Float64[np.ndarray, "replicate point"]) -> fig.Band:
    """Return the geometric mean over replicates and its band, in nats."""
    # losses below the rounding error are clipped to it, as in the metrics
    return fig.log_band(np.maximum(losses, SMALLEST_LOSS), "loss")
