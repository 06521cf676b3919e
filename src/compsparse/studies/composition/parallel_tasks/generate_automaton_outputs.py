"""Step ``generate``: run the constructed transformer of an automaton on random words."""

from collections.abc import Sequence

import numpy as np

from compsparse.studies.composition.parallel_tasks import prefix_doubling
from compsparse.studies.composition.parallel_tasks.automata import prefix_states
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs


def run(
    inputs: Inputs,
    *,
    transitions: Sequence[Sequence[int]],
    start: int,
    sizes: Sequence[int],
    words: int,
    sharpness: float,
    root_seed: int,
    seed_names: Sequence[str],
) -> Outputs:
    """Return ``right``, ``error``, ``layers`` and ``width`` [size] of the layers at each length.

    ``right`` is the fraction of prefixes with the state of the sequential run, ``error`` the
    largest difference from its one-hot code.

    Args:
        transitions: the next state, a row for each symbol, a column for each state.
        start: initial state.
        sizes: lengths of words.
        words: how many of each length.
    """
    table = np.array(transitions)
    symbols, states = table.shape
    found = []
    for length in sizes:
        blocks = prefix_doubling.composing_blocks(length, states, sharpness)
        right, error = [], 0.0
        drawn = generator(root_seed, *seed_names, length).integers(symbols, size=(words, length))
        for word in drawn:
            true = prefix_states(table, start, word)
            given = prefix_doubling.written_states(blocks, table, start, word)
            right.append((given.argmax(axis=-1) == true).mean())
            error = max(error, float(np.abs(given - np.eye(states)[true]).max()))
        found.append((np.mean(right), error, len(blocks), prefix_doubling.width(length, states)))
    right, error, layers, width = np.array(found).T
    return {
        "data": {
            "size": np.array(sizes),
            "right": right,
            "error": error,
            "layers": layers.astype(np.int64),
            "width": width.astype(np.int64),
        }
    }
