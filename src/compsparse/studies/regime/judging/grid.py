"""The judged pixels of the full image: every fourth, symmetric to left and right.

Judged pixels are pixels of the 256 x 256 image, never those of a resized picture, whose coordinates
would differ. Every fourth pixel from the left is not every fourth from the right, and a mirrored
picture would appear moved by three pixels; so the right half mirrors the left one, and the step
across the middle is one pixel longer.
"""

import numpy as np
from jaxtyping import Float32, Float64, Int64

from compsparse.studies.regime.network.pixels import pixel_inputs

FULL = 256  # pixels per side of targets and full images
JUDGED = 64  # pixels per side of the images that are judged


def lines(side: int, full: int = FULL) -> Int64[np.ndarray, " line"]:
    """Return the rows, or columns, of a full image that form a grid of ``side`` lines."""
    step = full // side
    first = step * np.arange(side // 2, dtype=np.int64) + (step - 1) // 2
    return np.concatenate([first, full - 1 - first[::-1]])


def grid_pixels(side: int, full: int = FULL) -> Int64[np.ndarray, " pixel"]:
    """Return the indices of the picked pixels among those of the full image, row by row."""
    picked = lines(side, full)
    pixels: Int64[np.ndarray, " pixel"] = np.add.outer(full * picked, picked).ravel()
    return pixels


def grid_inputs(side: int) -> Float32[np.ndarray, "input pixel"]:
    """Return the inputs of a network at the picked pixels."""
    return pixel_inputs(FULL)[:, grid_pixels(side)]


def on_grid(
    rgb: Float32[np.ndarray, "row column channel"], side: int = JUDGED
) -> Float64[np.ndarray, "line line channel"]:
    """Return the picked pixels of a picture of 256 x 256 pixels."""
    picked = lines(side)
    seen: Float64[np.ndarray, "line line channel"] = rgb[np.ix_(picked, picked)].astype(np.float64)
    return seen
