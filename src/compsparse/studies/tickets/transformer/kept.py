"""The share of weights that a fixed accuracy takes, from accuracies at falling densities."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64

PRUNED, FLOOR, NOT_PRUNABLE = "pruned", "floor", "not prunable"


@dataclass(frozen=True)
class Kept:
    """What is left.

    Attributes:
        share: of the weights, NaN where none could be pruned.
        status: ``pruned``; ``floor``, the lowest density that was tried is enough, so that the
            share is an upper bound; or ``not prunable``.
        place: of the lowest density at which the accuracy is reached, 0 for the dense network.
    """

    share: float
    status: str
    place: int


def kept_share(
    densities: Float64[np.ndarray, " density"],
    accuracies: Float64[np.ndarray, " density"],
    tolerance: float,
) -> Kept:
    """Return the lowest density that reaches the dense accuracy less ``tolerance``.

    Interpolated towards the next lower one, linearly in the logarithm of the density. A network
    that falls short at every density below 1 is not prunable; that is no density of 1.

    Args:
        densities: falling, the first is 1.
        accuracies: on the data that choose; NaN where a network had been given up.
        tolerance: what may be lost.

    Raises:
        ValueError: densities outside of (0, 1], not falling from 1, or no dense accuracy.
    """
    if densities[0] != 1 or not (np.diff(densities) < 0).all() or densities[-1] <= 0:
        raise ValueError(
            f"The densities are {densities.tolist()}; allowed: falling from 1, above 0."
        )
    if np.isnan(accuracies[0]):
        raise ValueError("The dense network has no accuracy.")
    wanted = accuracies[0] - tolerance
    last = int(np.flatnonzero(accuracies >= wanted)[-1])  # NaN is never enough
    if last == 0:
        return Kept(np.nan, NOT_PRUNABLE, 0)
    if last + 1 == len(densities):
        return Kept(float(densities[last]), FLOOR, last)
    if np.isnan(accuracies[last + 1]):
        raise ValueError(f"A network that reached {wanted:g} was given up in the next round.")
    above, below = accuracies[last], accuracies[last + 1]
    part = (above - wanted) / (above - below)
    logarithms = np.log(densities[last : last + 2])
    return Kept(float(np.exp((1 - part) * logarithms[0] + part * logarithms[1])), PRUNED, last)
