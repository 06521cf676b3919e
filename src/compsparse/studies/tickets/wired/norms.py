"""Norms of networks: of whole matrices, and of the weights of single nodes."""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float, Float64

from compsparse.ensembles.wirings.shape import Shape

Weights = Sequence[Float[np.ndarray, "*network _ _ _"]]


def layer_norms(weights: Weights, shape: Shape) -> Float64[np.ndarray, "*network level"]:
    """Return the Frobenius norm of each level's matrix; shared weights count at every node."""
    squares = [
        (values.astype(np.float64) ** 2).sum(axis=(-3, -2, -1)) * level.nodes / level.modules
        for values, level in zip(weights, shape.levels, strict=True)
    ]
    return np.asarray(np.sqrt(np.stack(squares, axis=-1)))


def node_norms(weights: Weights) -> Float64[np.ndarray, "*network level"]:
    """Return the largest Frobenius norm of a node's weights in each level."""
    squares = [
        (values.astype(np.float64) ** 2).sum(axis=(-2, -1)).max(axis=-1) for values in weights
    ]
    return np.asarray(np.sqrt(np.stack(squares, axis=-1)))


def stable_ranks(weights: Weights, shape: Shape) -> Float64[np.ndarray, "*network level"]:
    """Return each level's squared Frobenius norm over its squared spectral norm.

    The matrix is block diagonal, a block for each node, so its singular values are the blocks'.
    """
    largest = [
        np.linalg.norm(values.astype(np.float64), ord=2, axis=(-2, -1)).max(axis=-1)
        for values in weights
    ]
    return np.asarray(layer_norms(weights, shape) ** 2 / np.stack(largest, axis=-1) ** 2)
