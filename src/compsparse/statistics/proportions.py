"""Confidence limits of a probability, from a count of independent trials."""

from compsparse.statistics.intervals import SHARE, Interval


def interval_of_probability(successes: int, trials: int, confidence: float = 0.95) -> Interval:
    """Return the share of successes with the limits of Clopper and Pearson (1934).

    They cover the probability at least as often as ``confidence`` says, for any probability and any
    number of trials, so also where no success was seen.

    Raises:
        ValueError: fewer trials than 1, successes outside 0 .. trials, or ``confidence`` outside
            (0, 1).
    """
    from scipy.special import betaincinv

    if trials < 1 or not 0 <= successes <= trials:
        raise ValueError(
            f"There are {successes} successes in {trials} trials; needed are at least 1 trial and "
            "from 0 to all of them successful."
        )
    if not 0 < confidence < 1:
        raise ValueError(f"confidence is {confidence}; it must lie strictly between 0 and 1.")
    tail = (1.0 - confidence) / 2
    low, high = 0.0, 1.0
    if successes > 0:
        low = float(betaincinv(successes, trials - successes + 1, tail))
    if successes < trials:
        high = float(betaincinv(successes + 1, trials - successes, 1.0 - tail))
    return Interval(successes / trials, low, high, trials, support=SHARE, successes=successes)
