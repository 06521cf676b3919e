"""Step ``generate``: draw the hidden permutations of a task, one set for each run."""

import numpy as np

from compsparse.studies.composition.task.hops import layers_needed, permutations
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params


def run(inputs: Inputs, params: Params) -> Outputs:
    """Return ``hidden`` [run, fold, symbol]; params: folds, symbols, runs."""
    layers_needed(params["folds"])
    names = params["root_seed"], *params["seed_names"]
    hidden = [
        permutations(generator(*names, run), params["folds"], symbols=params["symbols"])
        for run in range(params["runs"])
    ]
    return {"data": {"hidden": np.stack(hidden)}}
