"""How many weights each round of pruning keeps."""

import math
from dataclasses import dataclass

_ROUNDING = 1e-9


@dataclass(frozen=True)
class RoundSchedule:
    """The counts of weights that rounds of pruning keep.

    Attributes:
        bend: density above which a round prunes the larger fraction.
        share_above: fraction of the remaining weights that a round prunes above ``bend``.
        share_below: fraction below it.
        smallest: the last round is the first at or below this density.
    """

    bend: float
    share_above: float
    share_below: float
    smallest: float

    def counts(self, weights: int) -> list[int]:
        """Return the number of weights of the dense network, then of each round."""
        counts = [weights]
        while counts[-1] > max(self.smallest * weights, 1):
            above = counts[-1] > self.bend * weights
            share = self.share_above if above else self.share_below
            # never more than this fraction, but at least one weight
            counts.append(min(counts[-1] - 1, math.ceil(counts[-1] * (1 - share) - _ROUNDING)))
        return counts
