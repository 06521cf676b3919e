"""Step ``generate``: run the constructed transformer on random sequences."""

from collections.abc import Sequence
from typing import Literal

import numpy as np

from compsparse.studies.composition.task.hops import all_hops, layers_needed, permutations
from compsparse.studies.composition.written_down import layers, lean
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs


def run(
    files: Inputs,
    /,
    *,
    folds: Sequence[int],
    symbols: Sequence[int],
    sharpness: Sequence[float],
    inputs: int,
    layout: Literal["wide", "lean"],
    root_seed: int,
    seed_names: Sequence[str],
) -> Outputs:
    """Return the accuracy of the layers, [fold, symbols, sharpness].

    ``right`` is the accuracy over all hops, ``error`` the largest difference from the one-hot code
    of the answer; ``width`` and ``layers`` are [fold, symbols].

    Args:
        inputs: sequences of each cell, each with hidden permutations of its own.
    """
    construction = {"wide": layers, "lean": lean}[layout]
    cells = [(k, n) for k in folds for n in symbols]
    found = []
    for k, n in cells:
        random = generator(root_seed, *seed_names, k, n)
        drawn = permutations(random, inputs, 2, k, symbols=n)
        for beta in sharpness:
            right, error = [], 0.0
            for hidden, read in drawn:
                answers = np.stack(all_hops(read, hidden))
                composing = construction.composing_layers(hidden, beta)
                given = construction.written_hops(composing, read)
                right.append((given.argmax(axis=-1) == answers).mean())
                error = max(error, float(np.abs(given - np.eye(n)[answers]).max()))
            found.append((np.mean(right), error))
    shape = len(folds), len(symbols)
    table = np.array(found).reshape(*shape, len(sharpness), 2)
    return {
        "data": {
            "folds": np.array(folds),
            "symbols": np.array(symbols),
            "sharpness": np.array(sharpness, dtype=np.float64),
            "right": table[..., 0],
            "error": table[..., 1],
            "width": np.array([construction.width(*cell) for cell in cells]).reshape(shape),
            "layers": np.array([layers_needed(k) for k, _ in cells]).reshape(shape),
        }
    }
