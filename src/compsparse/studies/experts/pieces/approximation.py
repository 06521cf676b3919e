"""What pieces leave of the variance: of constants, exactly, and of maps, by a search."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64, Int64

_ROUNDS = 100  # of a search; it stops when nothing changes


@dataclass(frozen=True)
class Pieces:
    """What ``generate_pieces`` writes.

    Attributes:
        counted: rows of E, L, the pieces of L routed layers, and those of one of L E experts.
        sizes: E and L of what is approximated by L E pieces.
        constants: the share of the variance that is left of constants, and ``maps`` of maps.
    """

    counted: Int64[np.ndarray, "count 4"]
    sizes: Int64[np.ndarray, "size 2"]
    constants: Float64[np.ndarray, " size"]
    maps: Float64[np.ndarray, "run size"]


def constants_error(constants: int, pieces: int) -> float:
    """Return the share of the variance that the best pieces leave of equally spaced constants.

    Groups of neighbours are as equal as they can be; n equally spaced numbers have the variance
    (n^2 - 1) / 12.
    """
    groups = np.array([len(part) for part in np.array_split(np.arange(constants), pieces)])
    return float((groups * (groups**2 - 1)).sum() / (constants * (constants**2 - 1)))


def maps_error(
    maps: Float64[np.ndarray, "map value"], pieces: int, starts: int, random: np.random.Generator
) -> float:
    """Return the share of the variance that the best pieces found leave of maps.

    A map is its values at many points; a piece stands for several maps by their mean. Lloyd's
    search from random maps, of which the best of all ``starts`` counts: an upper bound.
    """
    least = np.inf
    for _ in range(starts):
        centers = maps[random.permutation(len(maps))[:pieces]]
        before = None
        for _ in range(_ROUNDS):
            squares = ((maps**2).sum(1)[:, None] - 2 * maps @ centers.T) + (centers**2).sum(1)
            nearest = squares.argmin(axis=1)
            if before is not None and (nearest == before).all():
                break
            before = nearest
            member = np.eye(len(centers))[nearest]
            count = member.sum(axis=0)[:, None]
            centers = np.where(count > 0, member.T @ maps / np.maximum(count, 1), centers)
        least = min(least, float(((maps - centers[nearest]) ** 2).mean()))
    return least / float(maps.var())
