"""How many weights are left after each round of pruning."""

import math

_ROUNDING = 1e-9


def counts_of_rounds(
    whole: int, *, bend: float, share_above: float, share_below: float, smallest: float
) -> list[int]:
    """Return how many weights each round leaves, all of them first.

    A round takes a share of what is left, a larger one above the density ``bend``; the last round
    is the first at or below the density ``smallest``.

    Raises:
        ValueError: a density outside (0, 1], or a share that takes nothing or all.
    """
    for name, value in (("bend", bend), ("smallest", smallest)):
        if not 0 < value <= 1:
            raise ValueError(f"The density {name} is {value}; allowed: above 0, at most 1.")
    for name, value in (("share_above", share_above), ("share_below", share_below)):
        if not 0 < value < 1:
            raise ValueError(f"{name} is {value}; allowed: between 0 and 1.")
    counts = [whole]
    while counts[-1] > max(smallest * whole, 1):
        share = share_above if counts[-1] > bend * whole else share_below
        # never more than the share, but one weight at least
        counts.append(min(counts[-1] - 1, math.ceil(counts[-1] * (1 - share) - _ROUNDING)))
    return counts
