"""The same composition with shorter tokens: only the position is a code of a pair (i, j).

A column holds the one-hot code of (i, j), and N entries each for sigma_i(j) and for the output of
each layer: d = k N + N (log2(k) + 2) numbers, at most 3 k N. The index of an output is not
kept, as it follows from that of the token: after r hops from (i, j) it is i + r - 1. Later layers
score the index and the symbol of a key (b, w) separately: attention is a product of the two.
"""

import numpy as np
from jaxtyping import Float64

from compsparse.studies.composition.task.hops import layers_needed
from compsparse.studies.composition.written_down.layers import (
    Layer,
    Permutations,
    Tokens,
    run_layers,
)


def width(folds: int, symbols: int) -> int:
    """Return d, the length of a column."""
    return folds * symbols + symbols * (layers_needed(folds) + 1)


def embed(read: Permutations) -> Tokens:
    """Return the tokens of a sequence that is read, with zeros where layers will write."""
    folds, symbols = read.shape
    pairs = folds * symbols
    tokens = np.zeros((width(folds, symbols), pairs))
    tokens[:pairs] = np.eye(pairs)
    tokens[pairs + read.reshape(-1), np.arange(pairs)] = 1.0
    return tokens


def composing_layers(hidden: Permutations, sharpness: float) -> list[Layer]:
    """Return log2(k) + 1 layers; ``sharpness`` is the wanted key's logit less the next one's.

    Layer 1: (i, j) attends to (i, pi_i(j)) and copies its value. Layer l + 1: token (i, j), in
    which v was written after h = 2^(l-1) hops, gives ``sharpness`` to keys of index i + h, and to
    keys of symbol v; the token (i + h, v) has both, and its h hops are copied.
    """
    folds, symbols = hidden.shape
    pairs, d = folds * symbols, width(folds, symbols)
    token, symbol = np.arange(pairs), np.arange(symbols)
    index = token // symbols
    start = np.arange(folds)[:, None] * symbols
    first = Layer.zeros(d)
    first.keys_and_queries[(hidden + start).reshape(-1), token] = sharpness
    first.values[pairs + symbols + symbol, pairs + symbol] = 1.0
    layers, hops = [first], 1
    for written in range(pairs + symbols, d - symbols, symbols):
        layer = Layer.zeros(d)
        ahead = index[:, None] == (index + hops) % folds
        layer.keys_and_queries[:pairs, :pairs] = sharpness * ahead
        layer.keys_and_queries[token, written + token % symbols] = sharpness
        layer.values[written + symbols + symbol, written + symbol] = 1.0
        layers.append(layer)
        hops *= 2
    return layers


def written_hops(
    layers: list[Layer], read: Permutations
) -> Float64[np.ndarray, "layer fold symbol answer"]:
    """Return the weight that each layer writes on each answer, for every index and symbol."""
    folds, symbols = read.shape
    tokens = run_layers(layers, embed(read))
    blocks = tokens[(folds + 1) * symbols :].reshape(len(layers), symbols, folds, symbols)
    return blocks.transpose(0, 2, 3, 1)


def other_keys(folds: int, symbols: int) -> int:
    """Return how many keys have the second largest logit, over all layers.

    These are all other keys in layer 1, and in later layers those of the same index or symbol.
    """
    later = layers_needed(folds) - 1
    return folds * symbols - 1 + later * (folds + symbols - 2)
