"""Width of a peak over depth: the depths around it that reach half of its height."""

import numpy as np
from jaxtyping import Bool, Float64


def half_height_depths(ratios: Float64[np.ndarray, " depth"]) -> Bool[np.ndarray, " depth"]:
    """Return which depths belong to the peak: the run around the largest ratio that has half it."""
    # the first of equally large ratios is the peak
    most = float(ratios.max())
    if not most > 0:
        raise ValueError(
            f"The largest of {len(ratios)} ratios is {most:g}; a peak needs a positive one. Take "
            "more depths, or more networks."
        )
    below = np.flatnonzero(ratios < most / 2)
    peak = int(np.argmax(ratios))
    first = below[below < peak].max(initial=-1) + 1
    last = below[below > peak].min(initial=len(ratios)) - 1
    depths = np.arange(len(ratios))
    return np.asarray((depths >= first) & (depths <= last))


def half_height_width(ratios: Float64[np.ndarray, " depth"]) -> int:
    """Return the number of depths of the peak; if the last is one of them, it may continue."""
    return int(half_height_depths(ratios).sum())
