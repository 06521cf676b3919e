"""Up to what distance from a solution do networks keep half of its compositionality?"""

import numpy as np
from jaxtyping import Float64

HALF = 0.5


def reach(
    distances: Float64[np.ndarray, " distance"], kept: Float64[np.ndarray, " distance"]
) -> float:
    """Return the distance at which ``kept`` first falls to one half, interpolated in its logarithm.

    NaN where it is below half from the first one on: there is no neighbourhood. The largest where
    it never falls. NaN counts as fallen, at the last distance before it.
    """
    fallen = np.flatnonzero(~(kept >= HALF))
    if not len(fallen):
        return float(distances[-1])
    first = int(fallen[0])
    if first == 0:
        return float("nan")
    before, after = kept[first - 1], kept[first]
    if np.isnan(after):
        return float(distances[first - 1])
    share = (before - HALF) / (before - after)
    low, high = np.log(distances[first - 1]), np.log(distances[first])
    return float(np.exp(low + share * (high - low)))
