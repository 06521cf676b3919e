"""Step ``generate``: run the constructed transformer of an automaton on random words."""

import numpy as np

from compsparse.studies.composition.parallel_tasks import prefix_doubling
from compsparse.studies.composition.parallel_tasks.automata import prefix_states
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params


def run(inputs: Inputs, params: Params) -> Outputs:
    """Return what the layers get right at each length: right, error, layers, width [size].

    Params: transitions, start; sizes, lengths of words; words, of each length; sharpness. ``right``
    is the share of prefixes whose state is the one of the run symbol by symbol, ``error`` the
    largest difference from its one-hot code.
    """
    names = params["root_seed"], *params["seed_names"]
    table = np.array(params["transitions"])
    symbols, states = table.shape
    found = []
    for length in params["sizes"]:
        blocks = prefix_doubling.composing_blocks(length, states, params["sharpness"])
        right, error = [], 0.0
        for word in generator(*names, length).integers(symbols, size=(params["words"], length)):
            true = prefix_states(table, params["start"], word)
            given = prefix_doubling.states_written(blocks, table, params["start"], word)
            right.append((given.argmax(axis=-1) == true).mean())
            error = max(error, float(np.abs(given - np.eye(states)[true]).max()))
        found.append((np.mean(right), error, len(blocks), prefix_doubling.width(length, states)))
    right, error, layers, width = np.array(found).T
    return {
        "data": {
            "size": np.array(params["sizes"]),
            "right": right,
            "error": error,
            "layers": layers.astype(np.int64),
            "width": width.astype(np.int64),
        }
    }
