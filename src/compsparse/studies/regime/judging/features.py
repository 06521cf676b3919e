"""Differences between the units of a network: orthogonality.

Orthogonality does not rank networks (evolved networks are not more orthogonal than those trained by
gradients); Figure 8 of document 001 compares the same network with and without pruning.
"""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from jaxtyping import Bool, Float64, Shaped

from compsparse.studies.regime.network.shape import LayeredShape

_CONSTANT = 1e-4  # standard deviation over pixels below which a unit counts as constant


def live_units(
    shape: LayeredShape, mask: Bool[np.ndarray, " weight"]
) -> Bool[np.ndarray, "layer unit"]:
    """Return which hidden units have a live weight in and a live weight out."""
    # without dead paths, these are the units on a path from an input to an output
    pairs = pairwise(shape.matrices(mask))
    return np.stack([below.any(axis=1) & above.any(axis=0) for below, above in pairs])


def orthogonality(
    maps: Sequence[Shaped[np.ndarray, "unit pixel"]], live: Bool[np.ndarray, "layer unit"]
) -> float:
    """Return 1 - mean over i != j of |cos(a_i, a_j)|, the mean over layers (Figure 8).

    a_i are the maps of a hidden layer's live units that are not constant, minus their means; a
    layer counts if it has at least two. NaN if there is none.
    """
    layers: list[float] = []
    for vectors in _varying(maps, live):
        cosines = np.abs(vectors @ vectors.T)
        number = len(vectors)
        layers.append(1 - (cosines.sum() - np.trace(cosines)) / (number * (number - 1)))
    return float(np.mean(layers)) if layers else float("nan")


def _varying(
    maps: Sequence[Shaped[np.ndarray, "unit pixel"]], live: Bool[np.ndarray, "layer unit"]
) -> list[Float64[np.ndarray, "varying pixel"]]:
    """Return centred maps, of length 1, of live units that vary, for layers with two or more."""
    layers: list[np.ndarray] = []
    for values, present in zip(maps, live, strict=True):
        centred = values[present].astype(np.float64)
        centred -= centred.mean(axis=1, keepdims=True)
        centred = centred[centred.std(axis=1) >= _CONSTANT]
        if len(centred) >= 2:
            layers.append(centred / np.linalg.norm(centred, axis=1, keepdims=True))
    return layers
