"""Norms of networks: of matrices, and of the weights of single nodes."""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float, Float64

from compsparse.studies.tickets.wired.shape import Shape

Weights = Sequence[Float[np.ndarray, "*network _ _ _"]]


def layer_norms(weights: Weights, shape: Shape) -> Float64[np.ndarray, "*network level"]:
    """Return the Frobenius norm of each level's matrix, shared weights as often as they stand."""
    squares = [
        (of.astype(np.float64) ** 2).sum(axis=(-3, -2, -1)) * level.nodes / level.modules
        for of, level in zip(weights, shape.levels, strict=True)
    ]
    return np.asarray(np.sqrt(np.stack(squares, axis=-1)))


def node_norms(weights: Weights) -> Float64[np.ndarray, "*network level"]:
    """Return the largest Frobenius norm of a node's weights in each level."""
    squares = [(of.astype(np.float64) ** 2).sum(axis=(-2, -1)).max(axis=-1) for of in weights]
    return np.asarray(np.sqrt(np.stack(squares, axis=-1)))


def stable_ranks(weights: Weights, shape: Shape) -> Float64[np.ndarray, "*network level"]:
    """Return each level's squared Frobenius norm over the square of its largest singular value.

    A matrix of nodes side by side has the singular values of all of them.
    """
    largest = [
        np.linalg.norm(of.astype(np.float64), ord=2, axis=(-2, -1)).max(axis=-1) for of in weights
    ]
    return np.asarray(layer_norms(weights, shape) ** 2 / np.stack(largest, axis=-1) ** 2)
