"""From a measurement and a band to a verdict; a point estimate never decides a statistical claim.

holds: the whole 95 % interval lies in the band; fails: wholly outside; undecided: otherwise, or
fewer than three seeds. An exact claim has no seeds: it holds when all that was measured lies in the
band, and fails otherwise.
"""

import math
from dataclasses import dataclass
from typing import Literal

from compsparse.claims.band import Band
from compsparse.claims.measurement import Measurement

Kind = Literal["statistical", "exact"]
Verdict = Literal["holds", "fails", "undecided", "not testable"]

MINIMUM_SEEDS = 3


@dataclass(frozen=True)
class Judgment:
    """A verdict and, where it is undecided, the number of seeds that would decide (if any)."""

    verdict: Verdict
    seeds_needed: int | None = None


def judge_measurement(kind: Kind, band: Band, measurement: Measurement) -> Judgment:
    """Return the verdict on ``measurement``, whatever the scale."""
    if kind == "exact":
        # a count or an error that varies between cases must fit in every case, not on average
        values = (measurement.low, measurement.value, measurement.high)
        return Judgment("holds" if all(map(band.contains, values)) else "fails")
    verdict = _verdict_of_interval(band, measurement)
    if measurement.n < MINIMUM_SEEDS:
        needed = seeds_needed(band, measurement) if verdict == "undecided" else MINIMUM_SEEDS
        return Judgment("undecided", needed)
    if verdict == "undecided":
        return Judgment(verdict, seeds_needed(band, measurement))
    return Judgment(verdict)


def _verdict_of_interval(band: Band, measurement: Measurement) -> Verdict:
    """Return the verdict on the interval alone, whatever the number of seeds."""
    if band.contains(measurement.low) and band.contains(measurement.high):
        return "holds"
    if band.lies_above(measurement.high) or band.lies_below(measurement.low):
        return "fails"
    return "undecided"


def seeds_needed(band: Band, measurement: Measurement) -> int | None:
    """Return how many seeds would decide, if the value stayed where it is.

    Normal approximation: each arm of the interval shrinks as one over the root of the number of
    seeds. None where no number would do, because the value lies exactly on an edge of the band.
    """
    value, low, high = measurement.value, measurement.low, measurement.high
    to_lower_edge, to_upper_edge = abs(value - band.lower_edge), abs(band.upper_edge - value)
    if 0.0 in (to_lower_edge, to_upper_edge):
        return None
    # the arms that cross an edge, each with the length that it may have
    if band.lies_above(value):
        arms = [(high - value, to_lower_edge)]
    elif band.lies_below(value):
        arms = [(value - low, to_upper_edge)]
    else:
        arms = [(value - low, to_lower_edge)] if not band.contains(low) else []
        arms += [(high - value, to_upper_edge)] if not band.contains(high) else []
    needed = [measurement.n * (arm / allowed) * (arm / allowed) for arm, allowed in arms]
    if not all(math.isfinite(number) for number in needed):
        return None
    return max([MINIMUM_SEEDS, *(math.floor(number) + 1 for number in needed)])
