"""Differences between the units of a network: orthogonality, effective rank, interference.

Orthogonality does not rank networks (evolved networks are not more orthogonal than those trained by
gradients); Figure 8 of document 001 compares the same network with and without pruning.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from jaxtyping import Bool, Float64, Shaped
from torch import Tensor

from compsparse.studies.regime.network.shape import LayeredShape

_CONSTANT = 1e-4  # standard deviation over pixels below which a unit counts as constant


@dataclass(frozen=True)
class Interference:
    """Deviation of unit vectors from orthogonality, and its lower bounds."""

    squares: float  # sum over i != j of <f_i, f_j>^2
    largest: float  # max over i != j of |<f_i, f_j>|
    least_squares: float  # max(0, m^2 / W - m), of m vectors in W dimensions
    least_largest: float  # sqrt((m - W) / (W (m - 1))) for m > W, else 0


def live_units(
    shape: LayeredShape, mask: Bool[Tensor, " weight"]
) -> Bool[np.ndarray, "layer unit"]:
    """Return which hidden units have a live weight in and a live weight out."""
    # without dead paths, these are the units on a path from an input to an output
    live = mask.numpy()
    blocks = [
        live[block.start : block.stop].reshape(block.rows, block.columns) for block in shape.blocks
    ]
    return np.stack([below.any(axis=1) & above.any(axis=0) for below, above in pairwise(blocks)])


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


def effective_rank(
    maps: Sequence[Shaped[np.ndarray, "unit pixel"]], live: Bool[np.ndarray, "layer unit"]
) -> float:
    """Return exp(entropy of the Gram matrix's normalised eigenvalues) / units, mean over layers."""
    # units and layers as in ``orthogonality``; 1: orthogonal; 1 / units: all the same
    layers: list[float] = []
    for vectors in _varying(maps, live):
        eigenvalues = np.linalg.eigvalsh(vectors @ vectors.T)
        shares = eigenvalues[eigenvalues > 0] / eigenvalues[eigenvalues > 0].sum()
        entropy = -(shares * np.log(shares)).sum()
        layers.append(float(np.exp(entropy)) / len(vectors))
    return float(np.mean(layers)) if layers else float("nan")


def interference(features: Shaped[np.ndarray, "feature dimension"]) -> Interference:
    """Return the interference of features that share few dimensions, and the Welch bounds.

    The features, for example the values of a layer's W units at m pixels, or the incoming weights
    of the units that read it, are scaled to length 1. The bounds are theorems (Welch 1974) and
    hold for any network. Dimensions that all features lack, such as masked ones, should be left
    out, which sharpens the bound.
    """
    number, dimensions = features.shape
    lengths = np.linalg.norm(features.astype(np.float64), axis=1, keepdims=True)
    if number < 2 or dimensions < 1 or not np.all(lengths > 0):
        raise ValueError(
            f"Got {number} features in {dimensions} dimensions, the shortest of length "
            f"{lengths.min(initial=np.inf)}; needed are at least 2 features, none of them zero."
        )
    products = (features / lengths) @ (features / lengths).T
    np.fill_diagonal(products, 0)
    excess = max(0, number - dimensions)
    return Interference(
        squares=float((products**2).sum()),
        largest=float(np.abs(products).max()),
        least_squares=max(0.0, number**2 / dimensions - number),
        least_largest=float(np.sqrt(excess / (dimensions * (number - 1)))),
    )


def _varying(
    maps: Sequence[Shaped[np.ndarray, "unit pixel"]], live: Bool[np.ndarray, "layer unit"]
) -> list[Float64[np.ndarray, "varying pixel"]]:
    """Return centred maps, of length 1, of live units that vary, for layers with two or more."""
    if len(maps) != len(live):
        raise ValueError(f"Got maps of {len(maps)} layers, live units of {len(live)}.")
    layers: list[np.ndarray] = []
    for values, present in zip(maps, live, strict=True):
        centred = values[present].astype(np.float64)
        centred -= centred.mean(axis=1, keepdims=True)
        centred = centred[centred.std(axis=1) >= _CONSTANT]
        if len(centred) >= 2:
            layers.append(centred / np.linalg.norm(centred, axis=1, keepdims=True))
    return layers
