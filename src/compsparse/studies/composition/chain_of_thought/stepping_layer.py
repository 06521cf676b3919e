"""One layer of attention that composes k permutations in k steps, written down.

A token of the sequence holds one-hot codes of the pair (i, j) and of (i, sigma_i(j)). A token of
the chain of thought holds the pair that it asks for in a block of its own, so that no query
mistakes it for a token of the sequence. Asked for (i, j), the layer attends to (i, pi_i(j)), finds
(i, v) there and writes (i + 1, v), the next pair to ask. d = 4 k N numbers, however many layers the
same composition would take in one step.
"""

import numpy as np
from jaxtyping import Int64

from compsparse.studies.composition.chain_of_thought.work import Work
from compsparse.studies.composition.written_down.layers import Layer, Permutations, Tokens


def stepping_layer(hidden: Permutations, sharpness: float) -> Layer:
    """Return the layer; ``sharpness`` is the logit of the key that each query wants."""
    folds, symbols = hidden.shape
    pairs = folds * symbols
    index = np.arange(pairs)
    start = np.arange(folds)[:, None] * symbols
    ahead = (np.roll(start, -1, axis=0) + np.arange(symbols)).reshape(-1)
    layer = Layer.zeros(4 * pairs)
    layer.keys_and_queries[(hidden + start).reshape(-1), 2 * pairs + index] = sharpness
    layer.values[3 * pairs + ahead, pairs + index] = 1.0
    return layer


def prompt(read: Permutations) -> Tokens:
    """Return the tokens of a sequence of permutations that are read."""
    folds, symbols = read.shape
    pairs = folds * symbols
    values = (read + np.arange(folds)[:, None] * symbols).reshape(-1)
    tokens = np.zeros((4 * pairs, pairs))
    tokens[:pairs] = np.eye(pairs)
    tokens[pairs + values, np.arange(pairs)] = 1.0
    return tokens


def thought(layer: Layer, read: Permutations, start: int, work: Work) -> Int64[np.ndarray, " step"]:
    """Return the symbols of k steps from (1, start), in order.

    Each step appends a token that asks for a pair, and reads the output of the layer there.
    """
    folds, symbols = read.shape
    pairs = folds * symbols
    tokens, asked = prompt(read), start
    found = []
    for _ in range(folds):
        asking = np.zeros((len(tokens), 1))
        asking[2 * pairs + asked] = 1.0
        tokens = np.hstack([tokens, asking])
        asked = int(work.attend(layer, tokens, asking)[3 * pairs :, 0].argmax())
        found.append(asked % symbols)
    return np.array(found)
