"""Step ``generate``: run the constructed transformer on random sequences."""

import numpy as np

from compsparse.studies.composition.task.hops import all_hops, layers_needed, permutations
from compsparse.studies.composition.written_down import layers, lean
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params

_LAYOUTS = {"wide": layers, "lean": lean}


def run(inputs: Inputs, params: Params) -> Outputs:
    """Return what the layers get right, [fold, symbols, sharpness].

    Params: folds, symbols, sharpness, each a list; inputs, sequences of each cell, each with
    hidden permutations of its own; layout, wide or lean. ``right`` is the share of right answers
    over all hops, ``error`` the largest difference from the one-hot code of the answer; ``width``
    and ``layers`` are [fold, symbols].
    """
    layout = _LAYOUTS[params["layout"]]
    names = params["root_seed"], *params["seed_names"]
    cells = [(k, n) for k in params["folds"] for n in params["symbols"]]
    found = []
    for folds, symbols in cells:
        random = generator(*names, folds, symbols)
        drawn = permutations(random, params["inputs"], 2, folds, symbols=symbols)
        for sharpness in params["sharpness"]:
            right, error = [], 0.0
            for hidden, read in drawn:
                answers = np.stack(all_hops(read, hidden))
                given = layout.hops_written(layout.composing_layers(hidden, sharpness), read)
                right.append((given.argmax(axis=-1) == answers).mean())
                error = max(error, float(np.abs(given - np.eye(symbols)[answers]).max()))
            found.append((np.mean(right), error))
    shape = len(params["folds"]), len(params["symbols"])
    table = np.array(found).reshape(*shape, len(params["sharpness"]), 2)
    return {
        "data": {
            "folds": np.array(params["folds"]),
            "symbols": np.array(params["symbols"]),
            "sharpness": np.array(params["sharpness"], dtype=np.float64),
            "right": table[..., 0],
            "error": table[..., 1],
            "width": np.array([layout.width(*cell) for cell in cells]).reshape(shape),
            "layers": np.array([layers_needed(k) for k, _ in cells]).reshape(shape),
        }
    }
