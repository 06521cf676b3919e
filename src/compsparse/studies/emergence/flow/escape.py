"""The largest overlaps of a random start, and when the last direction escapes from them.

The overlap of a random unit vector in R^d with a direction is nearly normal of variance 1 / d, the
largest of m is about M = sqrt(2 ln m / d). This sets the duration of a run.
"""

import numpy as np

from compsparse.studies.emergence.arrays import ByDirection
from compsparse.studies.emergence.flow.population import escape_time
from compsparse.studies.emergence.starts.stored import Starts


def typical_largest_overlap(neurons: int, dimension: int) -> float:
    """Return sqrt(2 ln m / d), about the largest overlap with a direction of m random neurons."""
    # a single neuron counts as two, since ln 1 = 0 leaves it no overlap
    return float(np.sqrt(2 * np.log(max(neurons, 2)) / dimension))


def longest_escape_time(order: int, amplitudes: ByDirection, starts: Starts) -> float:
    """Return when the best neuron escapes to the weakest, the last direction, for k > 2."""
    # 1 / (2 k (k - 2) a_P M^(k-2)) from the typical largest overlap M
    overlap = typical_largest_overlap(starts.coordinates.shape[1], starts.dimension)
    return escape_time(order, float(amplitudes[-1]), overlap)
