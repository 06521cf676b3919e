"""Shifts at which functions have no linear part."""

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.genericity.profiles.measured import Profiles
from compsparse.studies.genericity.target.kinds import KINDS


@stats.evaluates
def run(inputs: stats.Inputs) -> stats.Evaluation:
    """Return one row per kind, run and bad shift, and one without a shift where there is none."""
    found = stats.read_dataclass(stats.single(inputs, "profiles"), Profiles)
    numbers = np.isfinite(found.bad).sum(axis=2)
    rows = [
        {"kind": kind, "run": run, "number": len(bad), "shift": shift}
        for kind, runs in zip(KINDS, found.bad, strict=True)
        for run, padded in enumerate(runs)
        for bad in [padded[np.isfinite(padded)]]
        for shift in (bad if len(bad) else [np.nan])
    ]
    kinds = list(KINDS)
    return stats.Evaluation(
        pd.DataFrame(rows),
        {
            "parity": stats.exact(float(numbers[kinds.index("parity"), 0])),
            "most": stats.exact(float(numbers.max())),
            "random": stats.exact(float(numbers[kinds.index("random")].max())),
        },
    )
