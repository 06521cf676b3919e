"""Step ``generate``: run the constructed k-hop induction heads on random words."""

from collections.abc import Sequence

import numpy as np

from compsparse.studies.composition.parallel_tasks import induction
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs


def run(
    inputs: Inputs,
    *,
    sizes: Sequence[int],
    words: int,
    length: int,
    alphabet: int,
    sharpness: float,
    root_seed: int,
    seed_names: Sequence[str],
) -> Outputs:
    """Return ``right``, ``error``, ``layers``, ``width`` and ``ended`` [size] at each k.

    ``right`` is the fraction of positions with the answer of the definition, ``error`` the largest
    difference from its one-hot code, ``ended`` the fraction of positions whose answer is nothing.
    All k have the same words.

    Args:
        sizes: numbers of hops.
        words: how many.
    """
    random = generator(root_seed, *seed_names)
    drawn = random.integers(1, alphabet + 1, size=(words, length))
    found = []
    for hops in sizes:
        layers = induction.hopping_layers(length, alphabet, hops, sharpness)
        right, ended, error = [], [], 0.0
        for word in drawn:
            true = np.array(induction.answers(word, hops))
            given = induction.written_answers(layers, word, alphabet, hops)
            right.append((given.argmax(axis=-1) == true).mean())
            ended.append((true == induction.NOTHING).mean())
            error = max(error, float(np.abs(given - np.eye(alphabet + 1)[true]).max()))
        width = induction.width(length, alphabet, hops)
        found.append((np.mean(right), error, len(layers), width, np.mean(ended)))
    right, error, depth, width, ended = np.array(found).T
    return {
        "data": {
            "size": np.array(sizes),
            "right": right,
            "error": error,
            "layers": depth.astype(np.int64),
            "width": width.astype(np.int64),
            "ended": ended,
        }
    }
