"""How many examples or updates a learner needs, and how that number scales."""

import math

import numpy as np
from jaxtyping import Float64, Int64

from compsparse.statistics.power_law import log_log_slope


def size_at_level(
    sizes: Int64[np.ndarray, " size"], accuracy: Float64[np.ndarray, " size"], level: float
) -> float:
    """Return the size at which accuracy first reaches ``level``, NaN if none does.

    Accuracy is interpolated linearly in the logarithm of the size; a smallest size that reaches the
    level is returned as it is.
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


def growth_exponent(
    places: Float64[np.ndarray, " place"], found: Float64[np.ndarray, " place"], search: float
) -> float:
    """Return the log-log slope of ``found``, or ``search`` if some of it is NaN.

    A learner that does not get there counts as one that searches.
    """
    return float(log_log_slope(places, found)) if np.isfinite(found).all() else search
