"""How much of a profile of degrees a shift moves: which degrees there are, and how far it is."""

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.genericity.profiles.measured import Profiles
from compsparse.studies.genericity.target.kinds import KINDS


@stats.evaluates
def run(inputs: stats.Inputs) -> stats.Evaluation:
    """Return one row per kind, run, shift and degree.

    ``moved`` is the total variation between a profile and the unshifted one.
    """
    found = stats.read_dataclass(stats.single(inputs, "profiles"), Profiles)
    moved = np.abs(found.profile - found.profile[:, :, :1]).sum(axis=3) / 2
    degrees = found.profile.shape[3]
    axes = np.indices(found.profile.shape).reshape(4, -1)
    table = pd.DataFrame(
        {
            "kind": np.array(list(KINDS))[axes[0]],
            "run": axes[1],
            "shift": found.shifts[axes[2]],
            "degree": axes[3] + 1,
            "share": found.profile.ravel(),
            "moved": np.repeat(moved.ravel(), degrees),
        }
    )
    parity, staircase, random, majority, _ = range(len(KINDS))
    present = (found.profile > 0).sum(axis=3)
    statistics: dict[str, stats.Interval | stats.MeanOf] = {
        "parity_degrees": stats.exact(float(present[parity, 0, 1])),
        "staircase_degrees": stats.exact(float(present[staircase, 0, 1])),
        "parity_moved_first": stats.exact(float(moved[parity, 0, 1])),
        "parity_moved_last": stats.exact(float(moved[parity, 0, -1])),
        "majority_moved_last": stats.exact(float(moved[majority, 0, -1])),
        "random_moved_last": stats.MeanOf(moved[random, :, -1], stats.SHARE),
    }
    return stats.Evaluation(table, statistics)
