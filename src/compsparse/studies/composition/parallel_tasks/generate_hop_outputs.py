"""Step ``generate``: run the constructed k-hop induction heads on random words."""

import numpy as np

from compsparse.studies.composition.parallel_tasks import induction
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params


def run(inputs: Inputs, params: Params) -> Outputs:
    """Return what the layers get right at each k: right, error, layers, width, ended [size].

    Params: sizes, numbers of hops; words; length; alphabet; sharpness. ``right`` is the share of
    positions whose answer is that of the definition, ``error`` the largest difference from its
    one-hot code, ``ended`` the share of positions at that the answer is nothing. All k have the
    same words.
    """
    random = generator(params["root_seed"], *params["seed_names"])
    length, alphabet = params["length"], params["alphabet"]
    words = random.integers(1, alphabet + 1, size=(params["words"], length))
    found = []
    for hops in params["sizes"]:
        blocks = induction.hopping_blocks(length, alphabet, hops, params["sharpness"])
        right, ended, error = [], [], 0.0
        for word in words:
            true = np.array(induction.answers(word, hops))
            given = induction.answers_written(blocks, word, alphabet, hops)
            right.append((given.argmax(axis=-1) == true).mean())
            ended.append((true == induction.NOTHING).mean())
            error = max(error, float(np.abs(given - np.eye(alphabet + 1)[true]).max()))
        width = induction.width(length, alphabet, hops)
        found.append((np.mean(right), error, len(blocks), width, np.mean(ended)))
    right, error, layers, width, ended = np.array(found).T
    return {
        "data": {
            "size": np.array(params["sizes"]),
            "right": right,
            "error": error,
            "layers": layers.astype(np.int64),
            "width": width.astype(np.int64),
            "ended": ended,
        }
    }
