"""The document's attention layer, and weights for which log2(k) + 1 layers compose k permutations.

Document 003, Part II, 'Definition (Self-attention)' and 'The parallel solution': a layer maps X,
a column for each token, to X + W_OV X S(X^T W_KQ X), with the softmax S over each column. A column
holds one-hot codes of the pairs (i, j) and (i, sigma_i(j)), and a block of k N entries for the
output of each layer: d = k N (log2(k) + 3) numbers. This is the wide layout; ``lean`` has another.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64, Int64
from scipy.special import softmax

from compsparse.studies.composition.task.hops import layers_needed

Tokens = Float64[np.ndarray, "d token"]
Permutations = Int64[np.ndarray, "fold symbol"]


@dataclass(frozen=True)
class Layer:
    """A layer's weights."""

    keys_and_queries: Float64[np.ndarray, "d d"]
    values: Float64[np.ndarray, "d d"]

    @classmethod
    def zeros(cls, d: int) -> "Layer":
        """Return a layer of width d to be filled."""
        return cls(np.zeros((d, d)), np.zeros((d, d)))

    def __call__(self, tokens: Tokens) -> Tokens:
        """Return X + W_OV X S(X^T W_KQ X)."""
        attention = softmax(tokens.T @ self.keys_and_queries @ tokens, axis=0)
        return np.asarray(tokens + self.values @ tokens @ attention)


def run_layers(layers: Iterable[Callable[[Tokens], Tokens]], tokens: Tokens) -> Tokens:
    """Return the tokens after all layers."""
    for layer in layers:
        tokens = layer(tokens)
    return tokens


def width(folds: int, symbols: int) -> int:
    """Return d, the length of a column."""
    return folds * symbols * (layers_needed(folds) + 2)


def embed(read: Permutations) -> Tokens:
    """Return the tokens of a sequence that is read, with zeros where layers will write."""
    folds, symbols = read.shape
    pairs = folds * symbols
    values = (read + np.arange(folds)[:, None] * symbols).reshape(-1)
    tokens = np.zeros((width(folds, symbols), pairs))
    tokens[:pairs] = np.eye(pairs)
    tokens[pairs + values, np.arange(pairs)] = 1.0
    return tokens


def composing_layers(hidden: Permutations, sharpness: float) -> list[Layer]:
    """Return log2(k) + 1 layers; ``sharpness`` is the logit of the key that each query wants.

    Layer 1: (i, j) attends to (i, pi_i(j)) and copies its value, which is one hop. Layer l + 1:
    a query that holds the pair (i, v) after h = 2^(l-1) hops attends to the token (i + h, v) and
    copies its h hops: 2 h in all.
    """
    folds, symbols = hidden.shape
    pairs, d = folds * symbols, width(folds, symbols)
    index = np.arange(pairs)
    start = np.arange(folds)[:, None] * symbols
    first = Layer.zeros(d)
    first.keys_and_queries[(hidden + start).reshape(-1), index] = sharpness
    first.values[2 * pairs + index, pairs + index] = 1.0
    layers, hops = [first], 1
    for written in range(2 * pairs, d - pairs, pairs):
        ahead = (np.roll(start, -hops, axis=0) + np.arange(symbols)).reshape(-1)
        layer = Layer.zeros(d)
        layer.keys_and_queries[ahead, written + index] = sharpness
        layer.values[written + pairs + index, written + ahead] = 1.0
        layers.append(layer)
        hops *= 2
    return layers


def written_hops(
    layers: list[Layer], read: Permutations
) -> Float64[np.ndarray, "layer fold symbol answer"]:
    """Return the weight that each layer writes on each answer, for every index and symbol."""
    folds, symbols = read.shape
    pairs = folds * symbols
    tokens = run_layers(layers, embed(read))
    blocks = tokens[2 * pairs :].reshape(len(layers), folds, symbols, folds, symbols)
    index = np.arange(folds)
    # [fold, layer, answer, symbol]: the block of index i at tokens (i, j)
    return blocks[:, index, :, index].transpose(1, 0, 3, 2)
