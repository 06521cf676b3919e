"""Does a change respect the parts of the target? The fraction that segment means explain."""

import numpy as np
from jaxtyping import Float32, Float64, Int64
from scipy import ndimage

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
    if len(labels) != changes.shape[2]:
        raise ValueError(
            f"The segments are of {segments.shape[0]} x {segments.shape[1]} pixels, the images "
            f"have {changes.shape[2]}; segment the target on the grid of the images."
        )
    order = np.argsort(labels, kind="stable")
    counts = np.bincount(labels)
    starts = np.concatenate([[0], np.cumsum(counts)[:-1]])[counts > 0]
    sums = np.add.reduceat(changes.astype(np.float64)[:, :, order], starts, axis=2)
    kept = (sums**2 / counts[counts > 0]).sum(axis=(1, 2))
    total = (changes.astype(np.float64) ** 2).sum(axis=(1, 2))
    explained: Float64[np.ndarray, " sweep"] = np.zeros_like(total)
    np.divide(kept, total, out=explained, where=total > 0)
    return explained
