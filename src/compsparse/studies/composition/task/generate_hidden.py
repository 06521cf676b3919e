"""Step ``generate``: draw the hidden permutations of a task, one set for each run."""

from collections.abc import Sequence

import numpy as np

from compsparse.studies.composition.task.hops import layers_needed, permutations
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs


def run(
    inputs: Inputs,
    *,
    folds: int,
    symbols: int,
    runs: int,
    root_seed: int,
    seed_names: Sequence[str],
) -> Outputs:
    """Return ``hidden`` [run, fold, symbol]."""
    layers_needed(folds)
    hidden = [
        permutations(generator(root_seed, *seed_names, run), folds, symbols=symbols)
        for run in range(runs)
    ]
    return {"data": {"hidden": np.stack(hidden)}}
