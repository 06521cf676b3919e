"""What a learner needs until it has learned, examples or updates, and how that grows."""

import math

import numpy as np
from jaxtyping import Float64, Int64

from compsparse.statistics.power_law import log_log_slope


def needed(
    sizes: Int64[np.ndarray, " size"], accuracy: Float64[np.ndarray, " size"], level: float
) -> float:
    """Return the size at which accuracy first is ``level``, NaN if no size reaches it.

    Between two sizes accuracy is taken as linear in the logarithm of the size; the smallest size,
    if it reaches the level, is returned as it is.
    """
    reached = np.flatnonzero(accuracy >= level)
    if not reached.size:
        return math.nan
    after = int(reached[0])
    if after == 0:
        return float(sizes[0])
    below, above = accuracy[after - 1 : after + 1]
    share = (level - below) / (above - below)
    return float(sizes[after - 1] * (sizes[after] / sizes[after - 1]) ** share)


def growth(
    places: Float64[np.ndarray, " place"], found: Float64[np.ndarray, " place"], search: float
) -> float:
    """Return the log-log slope of what is needed, ``search`` where some of it is NaN.

    So a learner that does not arrive counts as one that searches.
    """
    return float(log_log_slope(places, found)) if np.isfinite(found).all() else search
