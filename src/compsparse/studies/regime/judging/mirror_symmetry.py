"""Does a change keep the mirror symmetry of left and right, where the target has it?"""

import numpy as np
from jaxtyping import Float32, Float64

from compsparse.studies.regime.judging.components import square_side

ASYMMETRY_LIMIT = 2 / 3


def relative_asymmetry(rgb: Float64[np.ndarray, "row column 3"]) -> float:
    """Return mean |T - mirrored T| over the mean deviation of T from the mean of its row.

    0 for a mirror-symmetric picture, about 1.4 for noise. Rows are compared with their own means,
    since bands such as sky and ground are symmetric regardless of what is in front. A picture of
    such bands only has asymmetry 0.
    """
    difference = np.abs(rgb - rgb[:, ::-1]).mean()
    deviation = np.abs(rgb - rgb.mean(axis=1, keepdims=True)).mean()
    return float(difference / deviation) if deviation > 0 else 0.0


def is_symmetric(rgb: Float64[np.ndarray, "row column 3"]) -> bool:
    """Return whether a target counts as mirror-symmetric: a relative asymmetry of at most 2/3."""
    return relative_asymmetry(rgb) <= ASYMMETRY_LIMIT


def symmetry_kept(
    base: Float32[np.ndarray, "3 pixel"], changes: Float32[np.ndarray, "sweep 3 pixel"]
) -> Float64[np.ndarray, " sweep"]:
    """Return 1 - clip((a(I + D) - a(I)) / mean |D|, 0, 1), a(I) = mean |I - mirrored I|."""
    # I is the network's own image, so that an asymmetry that it had before does not count
    images = (base + changes).astype(np.float64)
    side = square_side(changes)
    gained = _asymmetry(images, side) - _asymmetry(base[None].astype(np.float64), side)
    sizes = np.abs(changes.astype(np.float64)).mean(axis=(1, 2))
    lost = np.divide(gained, sizes, out=np.zeros_like(sizes), where=sizes > 0)
    kept: Float64[np.ndarray, " sweep"] = 1 - np.clip(lost, 0, 1)
    return kept


def _asymmetry(
    images: Float64[np.ndarray, "image 3 pixel"], side: int
) -> Float64[np.ndarray, " image"]:
    square = images.reshape(len(images), 3, side, side)
    mean: Float64[np.ndarray, " image"] = np.abs(square - square[..., ::-1]).mean(axis=(1, 2, 3))
    return mean
