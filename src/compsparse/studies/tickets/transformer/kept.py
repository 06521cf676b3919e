"""The fraction of weights that a given accuracy takes, from accuracies at falling densities."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64

from compsparse.studies.tickets.pruning.kept import fall

PRUNED, FLOOR, NOT_PRUNABLE = "pruned", "floor", "not prunable"


@dataclass(frozen=True)
class Kept:
    """What a network keeps.

    Attributes:
        fraction: of the weights; NaN where none could be pruned.
        status: ``pruned``; ``floor``, where the lowest density tried is enough, so that the
            fraction is an upper bound; or ``not prunable``.
        place: index of the last density with the accuracy, 0 for the dense network.
    """

    fraction: float
    status: str
    place: int


def kept_fraction(
    densities: Float64[np.ndarray, " density"],
    accuracies: Float64[np.ndarray, " density"],
    tolerance: float,
) -> Kept:
    """Return the density at which accuracy first falls below the dense one minus ``tolerance``.

    A network that falls short at the first density below 1 is not prunable.

    Args:
        densities: falling from 1.
        accuracies: on validation data; NaN after a network was given up.
        tolerance: what may be lost.

    Raises:
        ValueError: densities outside of (0, 1] or not falling from 1, or no dense accuracy.
    """
    if densities[0] != 1:
        raise ValueError(
            f"The densities are {densities.tolist()}; allowed: falling from 1, above 0."
        )
    found = fall(densities, accuracies, tolerance)
    if not found.prunable:
        return Kept(np.nan, NOT_PRUNABLE, 0)
    return Kept(found.size, PRUNED if found.fell else FLOOR, found.last_good)
