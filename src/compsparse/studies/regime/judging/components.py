"""Is a change connected? The fraction of the changed area in its largest connected parts."""

import math

import numpy as np
from jaxtyping import Float32, Float64
from scipy import ndimage

_HIGH_QUANTILE = 0.99
_LARGEST_PARTS = 2  # in a mirrored picture, two parts change together
# pixels are neighbours along rows and columns, never across images
_NEIGHBOURS = np.stack(
    [np.zeros((3, 3)), ndimage.generate_binary_structure(2, 1), np.zeros((3, 3))]
)


def connected_share(changes: Float32[np.ndarray, "sweep 3 pixel"]) -> Float64[np.ndarray, " sweep"]:
    """Return the fraction of each changed area that lies in its two largest connected parts.

    A pixel belongs to the changed area where |D|, the mean over red, green and blue, is at least
    half its 99th percentile over the pixels. A change of zero has the fraction 0.
    """
    sizes = np.abs(changes.astype(np.float64)).mean(axis=1)
    limits = np.quantile(sizes, _HIGH_QUANTILE, axis=1) / 2
    # of a change in less than 1 % of the pixels the percentile is zero: all that changes counts
    area = (sizes >= limits[:, None]) & (sizes > 0)
    side = square_side(changes)
    labels, parts = ndimage.label(area.reshape(-1, side, side), structure=_NEIGHBOURS)
    counts = np.bincount(labels.ravel(), minlength=parts + 1)
    shares = np.zeros(len(changes))
    for sweep, label in enumerate(labels.reshape(len(changes), side * side)):
        present = np.unique(label)
        sizes_of_parts = np.sort(counts[present[present > 0]])
        if len(sizes_of_parts):
            shares[sweep] = sizes_of_parts[-_LARGEST_PARTS:].sum() / sizes_of_parts.sum()
    return shares


def square_side(changes: Float32[np.ndarray, "sweep 3 pixel"]) -> int:
    """Return the pixels per side of square images."""
    side = math.isqrt(changes.shape[2])
    if side**2 != changes.shape[2]:
        raise ValueError(f"The images have {changes.shape[2]} pixels; judged are square images.")
    return side
