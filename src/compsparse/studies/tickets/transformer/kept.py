"""The share of weights that a fixed accuracy takes, from accuracies at falling densities."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64

from compsparse.studies.tickets.pruning.kept import fall

PRUNED, FLOOR, NOT_PRUNABLE = "pruned", "floor", "not prunable"


@dataclass(frozen=True)
class Kept:
    """What is left.

    Attributes:
        share: of the weights, NaN where none could be pruned.
        status: ``pruned``; ``floor``, the lowest density that was tried is enough, so that the
            share is an upper bound; or ``not prunable``.
        place: of the last density at which the accuracy is reached, 0 for the dense network.
    """

    share: float
    status: str
    place: int


def kept_share(
    densities: Float64[np.ndarray, " density"],
    accuracies: Float64[np.ndarray, " density"],
    tolerance: float,
) -> Kept:
    """Return the density at which the accuracy first falls below the dense one less ``tolerance``.

    A network that falls short at the first density below 1 is not prunable: no density of 1.

    Args:
        densities: falling, the first is 1.
        accuracies: on the data that choose; NaN where a network had been given up.
        tolerance: what may be lost.

    Raises:
        ValueError: densities outside of (0, 1], not falling from 1, or no dense accuracy.
    """
    if densities[0] != 1:
        raise ValueError(
            f"The densities are {densities.tolist()}; allowed: falling from 1, above 0."
        )
    found = fall(densities, accuracies, tolerance)
    if np.isnan(found.size):
        return Kept(np.nan, NOT_PRUNABLE, 0)
    return Kept(found.size, PRUNED if found.within else FLOOR, found.place)
