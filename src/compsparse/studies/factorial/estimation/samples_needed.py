"""How many samples a learner needs to reach a loss, from its losses at several numbers of them."""

import numpy as np
from jaxtyping import Float64


def samples_needed(
    samples: Float64[np.ndarray, " point"], losses: Float64[np.ndarray, " point"], target: float
) -> float:
    """Return the number of samples from which on the loss stays at or below ``target``.

    Between two points the loss is a power of the number of samples. NaN: beyond those that were
    tried.
    """
    if not (target > 0 and (samples > 0).all() and (losses > 0).all()):
        raise ValueError("Samples, losses and the target must be above 0 to be powers.")
    above = np.flatnonzero(losses > target)
    if len(above) == 0 or above[-1] == len(losses) - 1:
        return np.nan
    last = above[-1]
    log_samples, log_losses = np.log(samples[last : last + 2]), np.log(losses[last : last + 2])
    share = (log_losses[0] - np.log(target)) / (log_losses[0] - log_losses[1])
    return float(np.exp(log_samples[0] + share * (log_samples[1] - log_samples[0])))
