"""How many samples show every pattern: exact expectations (coupon collectors).

Each sample shows each collector one of its patterns, all equally likely.
"""

from math import comb, fsum


def until_all_patterns(patterns: int) -> float:
    """Return the expected number of samples of one collector: ``patterns`` times harmonic sum."""
    return patterns * fsum(1 / left for left in range(1, patterns + 1))


def until_all_of_several(patterns: int, collectors: int) -> float:
    """Return the expected number of samples until several independent collectors are complete.

    The sum over N of the probability that N samples are not enough for all of them.
    """
    total: list[float] = []
    samples = 0
    while True:
        complete = _complete(patterns, samples)
        left = 1.0 - complete**collectors
        if samples > patterns and left < 1e-12:
            return fsum(total)
        total.append(left)
        samples += 1


def _complete(patterns: int, samples: int) -> float:
    """Return the probability that one collector has all, by inclusion and exclusion."""
    if samples < patterns:
        return 0.0
    return fsum(
        (-1) ** absent * comb(patterns, absent) * (1 - absent / patterns) ** samples
        for absent in range(patterns + 1)
    )
