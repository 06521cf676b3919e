"""Step ``generate``: hidden permutations that are given, the same ones for each run."""

import numpy as np

from workflow_engine.steps import Inputs, Outputs, Params


def run(inputs: Inputs, params: Params) -> Outputs:
    """Return ``hidden`` [run, fold, symbol]; params: hidden, a list of permutations; runs."""
    hidden = np.array(params["hidden"])
    return {"data": {"hidden": np.repeat(hidden[None], params["runs"], axis=0)}}
