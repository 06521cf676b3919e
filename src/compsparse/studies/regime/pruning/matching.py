"""The threshold at which a method is nearest to a target number of weights."""

from collections.abc import Callable

import numpy as np
from jaxtyping import Float64


def check_wanted(wanted: int, present: int) -> None:
    """Refuse a target number of weights below one, or above the present one."""
    if not 1 <= wanted <= present:
        raise ValueError(
            f"{wanted} weights are wanted of a network with {present} live ones; allowed: 1 to "
            f"{present}. Ask for fewer, or prune a network with more."
        )


def nearest_threshold(
    count_at: Callable[[float], int],
    candidates: Float64[np.ndarray, " candidate"],
    wanted: int,
    neighbours: int = 0,
) -> float:
    """Return the candidate whose count is nearest to the wanted one, by bisection.

    Counts fall along the ascending candidates. If they are monotonic, the nearest of all is found,
    otherwise the nearest of those evaluated, which include ``neighbours`` on either side of the end
    of the bisection. Of two equally near candidates, the smaller one, which keeps more, is taken.
    """
    seen: dict[int, int] = {}

    def distance(index: int) -> int:
        if index not in seen:
            seen[index] = count_at(float(candidates[index])) - wanted
        return seen[index]

    low, high = 0, len(candidates) - 1
    distance(low)
    distance(high)
    while high - low > 1:
        middle = (low + high) // 2
        if distance(middle) >= 0:
            low = middle
        else:
            high = middle
    for index in range(max(low - neighbours, 0), min(high + neighbours + 1, len(candidates))):
        distance(index)
    return float(candidates[min(seen, key=lambda index: (abs(seen[index]), index))])
