"""The coupon collector: how many draws until equally likely outcomes have all come, exactly."""

import math
from fractions import Fraction


def expected_draws(outcomes: int, wanted: int, collected: int) -> float:
    """Return the mean number of draws until ``collected`` of the wanted outcomes have come."""
    _check(outcomes, wanted, collected)
    # with j of them collected, a draw is a new one with probability (wanted - j) / outcomes
    return outcomes * math.fsum(1 / (wanted - done) for done in range(collected))


def expected_batches(outcomes: int, wanted: int, size: int) -> float:
    """Return the mean number of batches of draws until all wanted outcomes have come.

    The probability that all have come after n draws is the sum over j of (-1)^j C(wanted, j)
    (1 - j / outcomes)^n; its complements at whole batches add up, each term as a geometric series.
    """
    _check(outcomes, wanted, wanted)
    if size < 1:
        raise ValueError(f"A batch has {size} draws; it needs at least 1.")
    # fractions: the terms alternate and are far larger than their sum
    terms = (
        (-1) ** (left + 1)
        * math.comb(wanted, left)
        / (1 - Fraction(outcomes - left, outcomes) ** size)
        for left in range(1, wanted + 1)
    )
    return float(sum(terms, Fraction(0)))


def expected_draws_of_several(outcomes: int, collectors: int) -> float:
    """Return the mean number of draws until several independent collectors are all complete."""
    # the sum over n of the probability that n draws are not enough for all of them
    total: list[float] = []
    draws = 0
    while True:
        complete = _complete(outcomes, draws)
        left = 1.0 - complete**collectors
        if draws > outcomes and left < 1e-12:  # what follows falls geometrically
            return math.fsum(total)
        total.append(left)
        draws += 1


def _complete(outcomes: int, draws: int) -> float:
    if draws < outcomes:
        return 0.0
    return math.fsum(
        (-1) ** absent * math.comb(outcomes, absent) * (1 - absent / outcomes) ** draws
        for absent in range(outcomes + 1)
    )


def _check(outcomes: int, wanted: int, collected: int) -> None:
    if not 0 <= collected <= wanted <= outcomes:
        raise ValueError(
            f"{collected} of {wanted} wanted ones among {outcomes} outcomes cannot be collected; "
            "each number must be at most the next one."
        )
