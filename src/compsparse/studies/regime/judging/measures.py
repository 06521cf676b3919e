"""Measures of a network: survival, alignment and orthogonality.

*Survival*: how many weights can be changed by given amounts without the picture being lost.
*Alignment* of changes with the known parts of a built target.
*Orthogonality*: differences between the units of a network. It does not rank networks (evolved
networks are not more orthogonal than those trained by gradients); Figure 8 of document 001 compares
the same network with and without pruning.
"""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from jaxtyping import Bool, Float32, Float64, Int64, Shaped

from compsparse.studies.regime.judging.similarity import ssim
from compsparse.studies.regime.judging.sweep import PerturbedNetwork
from compsparse.studies.regime.network.pixels import JUDGED, grid_inputs, on_grid
from compsparse.studies.regime.network.shape import LayeredShape

_AT_ONCE = 32  # weights
_CONSTANT = 1e-4  # standard deviation over pixels below which a unit counts as constant


def surviving_shares(
    shape: LayeredShape,
    weights: Float32[np.ndarray, " weight"],
    mask: Bool[np.ndarray, " weight"],
    target_rgb: Float32[np.ndarray, "row column channel"],
    indices: Int64[np.ndarray, " swept"],
    deltas: Sequence[float],
    still: float,
) -> Float64[np.ndarray, " delta"]:
    """Return the share of weights that may change by + and by - delta: the target is still seen.

    ``indices`` are live weights, such as ``sampled_weights``. The target is seen where the
    picture's structural similarity with it, on the grid of the judged pixels, is at least ``still``
    after either change. NaN without weights.
    """
    if not len(indices):
        return np.full(len(deltas), np.nan)
    network = PerturbedNetwork(shape, np.where(mask, weights, np.float32(0)), grid_inputs(JUDGED))
    target = on_grid(target_rgb)
    seen = np.ones((len(deltas), len(indices)), dtype=np.bool_)
    for start in range(0, len(indices), _AT_ONCE):
        part = slice(start, start + _AT_ONCE)
        for rows, delta in zip(seen, deltas, strict=True):
            for change in (delta, -delta):
                changes = np.full(len(indices[part]), change, dtype=np.float32)
                pictures = _pictures(network.images(indices[part], changes))
                rows[part] &= ssim(pictures, target) >= still
    return np.asarray(seen.mean(axis=1))


def _pictures(
    images: Float32[np.ndarray, "image 3 pixel"],
) -> Float32[np.ndarray, "image row column 3"]:
    return np.moveaxis(images.reshape(len(images), 3, JUDGED, JUDGED), 1, -1)


def influence_cosines(
    changes: Float32[np.ndarray, "change 3 pixel"], maps: Shaped[np.ndarray, "map pixel"]
) -> Float64[np.ndarray, "change map"]:
    """Return the cosines of |D|, summed over red, green and blue, with the influence maps.

    A map says how much each pixel changes with a part; zeros have cosine 0 with everything.
    """
    sizes = np.abs(changes.astype(np.float64)).sum(axis=1)
    cosines: Float64[np.ndarray, "change map"] = _unit(sizes) @ _unit(maps.astype(np.float64)).T
    return cosines


def alignment(
    changes: Float32[np.ndarray, "change 3 pixel"], maps: Shaped[np.ndarray, "map pixel"]
) -> float:
    """Return the mean over changes of the best cosine with a map; NaN without changes."""
    if len(changes) == 0:
        return float("nan")
    return float(np.mean(influence_cosines(changes, maps).max(axis=1)))


def nearest_parts(
    changes: Float32[np.ndarray, "change 3 pixel"],
    maps: Shaped[np.ndarray, "map pixel"],
    parts: Int64[np.ndarray, " map"],
) -> Int64[np.ndarray, " change"]:
    """Return for each change the part whose influence map is most similar; ``parts`` of maps."""
    nearest: Int64[np.ndarray, " change"] = parts[influence_cosines(changes, maps).argmax(axis=1)]
    return nearest


def _unit(vectors: Float64[np.ndarray, "vector pixel"]) -> Float64[np.ndarray, "vector pixel"]:
    norms = np.linalg.norm(vectors, axis=1, keepdims=True)
    scaled = np.zeros_like(vectors)
    np.divide(vectors, norms, out=scaled, where=norms > 0)
    return scaled


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
