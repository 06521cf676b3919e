"""Terms of the offline judge: is a change connected, does it respect parts and symmetry?"""

import math

import numpy as np
from jaxtyping import Float32, Float64, Int64
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
    side = math.isqrt(changes.shape[2])
    labels, parts = ndimage.label(area.reshape(-1, side, side), structure=_NEIGHBOURS)
    counts = np.bincount(labels.ravel(), minlength=parts + 1)
    shares = np.zeros(len(changes))
    for sweep, label in enumerate(labels.reshape(len(changes), side * side)):
        present = np.unique(label)
        sizes_of_parts = np.sort(counts[present[present > 0]])
        if len(sizes_of_parts):
            shares[sweep] = sizes_of_parts[-_LARGEST_PARTS:].sum() / sizes_of_parts.sum()
    return shares


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
    side = math.isqrt(changes.shape[2])
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


LEVELS = 5  # of red, green and blue each, from 0 to 1, both included


def segmented(
    rgb: Float64[np.ndarray, "row column 3"], levels: int = LEVELS
) -> Int64[np.ndarray, "row column"]:
    """Return for every pixel the number, from 0, of its segment of the target.

    A segment is a set of pixels connected along rows and columns whose red, green and blue are the
    same when rounded to ``levels`` levels.
    """
    rounded = np.rint(np.clip(rgb, 0, 1) * (levels - 1)).astype(np.int64)
    colours = rounded @ np.array([levels**2, levels, 1])
    segments = np.zeros(colours.shape, dtype=np.int64)
    number = 0
    for colour in np.unique(colours):
        labels, parts = ndimage.label(colours == colour)
        labelled = labels > 0
        segments[labelled] = labels[labelled] - 1 + number
        number += parts
    return segments


def explained_by_segments(
    changes: Float32[np.ndarray, "sweep 3 pixel"], segments: Int64[np.ndarray, "row column"]
) -> Float64[np.ndarray, " sweep"]:
    """Return the fraction of |D|^2 that remains when D is averaged over each segment."""
    # 1 for a change of one colour per segment, about segments / pixels for noise, 0 for no change
    labels = segments.ravel()
    order = np.argsort(labels, kind="stable")
    counts = np.bincount(labels)
    starts = np.concatenate([[0], np.cumsum(counts)[:-1]])[counts > 0]
    sums = np.add.reduceat(changes.astype(np.float64)[:, :, order], starts, axis=2)
    kept = (sums**2 / counts[counts > 0]).sum(axis=(1, 2))
    total = (changes.astype(np.float64) ** 2).sum(axis=(1, 2))
    explained: Float64[np.ndarray, " sweep"] = np.zeros_like(total)
    np.divide(kept, total, out=explained, where=total > 0)
    return explained
