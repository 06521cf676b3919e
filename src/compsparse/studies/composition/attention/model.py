"""The attention-only model: one token for each pair (i, j), keys and queries learned, copies fixed.

Document 003, Part II, 'The parallel solution': token (i, j) carries (i, j) and (i, sigma_i(j)).
Layer 1 attends by position and copies what it finds; each later layer attends by the output of the
layer before, and copies that output from where it attends. The readout of 2^l hops from i is the
block of index i + 2^l - 1 of the output of layer l + 1. Values and positions are one-hot codes of
the k N pairs, so that a layer's learned weights are one k N x k N matrix. All is numpy's
arithmetic, whose bytes are the same on all x86-64 machines.
"""

from functools import cache
from typing import Protocol, runtime_checkable

import numpy as np
from jaxtyping import Float, Int64

_FINITE = 80  # exponentials of it and of its negative are
Weights = list[Float[np.ndarray, "..."]]  # of each layer of one model
Outputs = Float[np.ndarray, "batch token token"]


@runtime_checkable
class Sequences(Protocol):
    """What is read, as the first layer sees it.

    Rows of the first layer's weights are what its queries hold; columns are keys.
    """

    def spread(self, attention: Float[np.ndarray, "row token"]) -> Outputs:
        """Return the output of the first layer at each token: weights on the codes of all pairs."""

    def collect(self, slope: Outputs) -> Float[np.ndarray, "row token"]:
        """Return the slope in the attention for that in the output."""

    def entries(
        self, asked: Int64[np.ndarray, "batch asked"], pairs: Int64[np.ndarray, "batch asked"]
    ) -> Int64[np.ndarray, "batch asked"]:
        """Return which entry of the flat attention is the asking token's weight on a pair."""

    def select(self, chosen: slice) -> "Sequences":
        """Return the chosen sequences."""

    def __len__(self) -> int:
        """Return how many there are."""


class Read:
    """Permutations that are read."""

    def __init__(self, read: Int64[np.ndarray, "batch fold n"]) -> None:
        """Keep which token holds each pair (i, sigma_i(j)), and which pair each token holds."""
        batch, folds, symbols = read.shape
        start = np.arange(folds)[:, None] * symbols
        self._pair = (read + start).reshape(batch, -1)
        self._holder = (read.argsort(axis=-1) + start).reshape(batch, -1)

    def spread(self, attention: Float[np.ndarray, "row token"]) -> Outputs:
        """As of ``Sequences``: the weight of a pair is that of the token that holds it."""
        rows = np.ascontiguousarray(attention.T)[self._holder]
        return np.ascontiguousarray(rows.mT)

    def collect(self, slope: Outputs) -> Float[np.ndarray, "row token"]:
        """As of ``Sequences``."""
        batch, tokens = self._pair.shape
        rows = np.ascontiguousarray(slope.mT).reshape(-1, tokens)
        of_token = rows[self._pair + np.arange(batch)[:, None] * tokens]
        return np.ascontiguousarray(of_token.sum(axis=0).T)

    def entries(
        self, asked: Int64[np.ndarray, "batch asked"], pairs: Int64[np.ndarray, "batch asked"]
    ) -> Int64[np.ndarray, "batch asked"]:
        """As of ``Sequences``."""
        tokens = self._pair.shape[1]
        return np.asarray(asked * tokens + np.take_along_axis(self._holder, pairs, axis=1))

    def select(self, chosen: slice) -> "Read":
        """As of ``Sequences``."""
        selected = object.__new__(Read)
        selected._pair, selected._holder = self._pair[chosen], self._holder[chosen]
        return selected

    def __len__(self) -> int:
        """As of ``Sequences``."""
        return len(self._pair)


def row_sums(values: Float[np.ndarray, "*batch key"]) -> Float[np.ndarray, "*batch 1"]:
    """Return sums over the last axis: as a product they take a third of the time."""
    return np.asarray(values @ _ones(values.shape[-1], values.dtype))


@cache
def _ones(keys: int, kind: np.dtype) -> Float[np.ndarray, "key 1"]:
    return np.ones((keys, 1), dtype=kind)


def softmax(scores: Float[np.ndarray, "*batch key"]) -> Float[np.ndarray, "*batch key"]:
    """Return the softmax over the last axis; scores are overwritten."""
    if max(scores.max(), -scores.min()) > _FINITE:
        scores -= scores.max(axis=-1, keepdims=True)
    np.exp(scores, out=scores)
    scores /= row_sums(scores)
    return scores


def attend(weights: Weights, sequences: Sequences) -> list[tuple[np.ndarray, Outputs]]:
    """Return the attention and the output of each layer.

    The attention of the first layer is [row, key], that of later ones [batch, query, key].
    """
    first = softmax(weights[0].copy())
    out = sequences.spread(first)
    layers = [(first, out)]
    for layer in weights[1:]:
        attention = softmax(_scores(out, layer))
        out = attention @ out
        layers.append((attention, out))
    return layers


def layer_outputs(weights: Weights, sequences: Sequences) -> list[Outputs]:
    """Return the output of each layer at each token: weights on the codes of all pairs."""
    return [out for _, out in attend(weights, sequences)]


def _scores(
    queries: Float[np.ndarray, "batch asked token"], layer: Float[np.ndarray, "token token"]
) -> Float[np.ndarray, "batch asked token"]:
    tokens = queries.shape[-1]
    return np.asarray((queries.reshape(-1, tokens) @ layer).reshape(queries.shape))


def readout(out: Outputs, hop: int, folds: int) -> Float[np.ndarray, "batch fold n n"]:
    """Return the weight on each answer to 2^hop hops, for every (i, j)."""
    batch, tokens, _ = out.shape
    symbols = tokens // folds
    blocks = out.reshape(batch, folds, symbols, folds, symbols)
    index = np.arange(folds)
    return np.moveaxis(blocks[:, index, :, (index + 2**hop - 1) % folds], 0, 1)


def theory_keys(
    hidden: Int64[np.ndarray, "*run fold n"], layers: int
) -> list[Int64[np.ndarray, "*run token"]]:
    """Return the key that theory assigns to each query content, layer by layer.

    Layer 1: token (i, pi_i(j)) for (i, j). Layer l + 1: token (a + 1, v) for the pair (a, v).
    """
    *runs, folds, symbols = hidden.shape
    start = np.arange(folds)[:, None] * symbols
    first = (hidden + start).reshape(*runs, -1)
    later = (np.roll(start, -1, axis=0) + np.arange(symbols)).reshape(-1)
    return [first, *([np.broadcast_to(later, first.shape)] * (layers - 1))]
