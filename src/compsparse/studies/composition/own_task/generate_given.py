"""Step ``generate``: hidden permutations that are given, the same ones for each run."""

from collections.abc import Sequence

import numpy as np

from workflow_engine.steps import Inputs, Outputs


def run(inputs: Inputs, *, hidden: Sequence[Sequence[int]], runs: int) -> Outputs:
    """Return ``hidden`` [run, fold, symbol]."""
    return {"data": {"hidden": np.repeat(np.array(hidden)[None], runs, axis=0)}}
