"""Alignment of changes with the known parts of a built target."""

import numpy as np
from jaxtyping import Float32, Float64, Int64, Shaped


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
