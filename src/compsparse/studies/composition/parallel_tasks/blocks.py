"""A layer of a written-down transformer: attention, and an MLP if it has one.

X, a column for each token, goes to Y = X + W_OV X S(X^T W_KQ X), with the softmax S over each
column as in document 003, 'Definition (Self-attention)', and Y to Y + W_down relu(W_up Y + b).
There is no mask: W_KQ gives low logits to positions that a query may not see.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64
from scipy.special import softmax


@dataclass(frozen=True)
class Perceptron:
    """The weights of an MLP of one hidden layer."""

    up: Float64[np.ndarray, "hidden d"]
    bias: Float64[np.ndarray, "hidden 1"]
    down: Float64[np.ndarray, "d hidden"]

    def __call__(self, tokens: Float64[np.ndarray, "d token"]) -> Float64[np.ndarray, "d token"]:
        """Return what is added to the tokens."""
        return np.asarray(self.down @ np.maximum(self.up @ tokens + self.bias, 0.0))


@dataclass(frozen=True)
class Block:
    """The weights of a layer."""

    keys_and_queries: Float64[np.ndarray, "d d"]
    values: Float64[np.ndarray, "d d"]
    perceptron: Perceptron | None = None

    def __call__(self, tokens: Float64[np.ndarray, "d token"]) -> Float64[np.ndarray, "d token"]:
        """Return the tokens after this layer."""
        attention = softmax(tokens.T @ self.keys_and_queries @ tokens, axis=0)
        mixed = np.asarray(tokens + self.values @ tokens @ attention)
        return mixed if self.perceptron is None else mixed + self.perceptron(mixed)


def run_blocks(
    blocks: list[Block], tokens: Float64[np.ndarray, "d token"]
) -> Float64[np.ndarray, "d token"]:
    """Return the tokens after all layers."""
    for block in blocks:
        tokens = block(tokens)
    return tokens
