"""The inputs of a network at the pixels of a square image."""

import numpy as np
from jaxtyping import Float32, Float64

DISTANCE = 1.4  # the input d is 1.4 times the distance to the centre


def coordinates(size: int) -> Float64[np.ndarray, " pixel_of_a_side"]:
    """Return the coordinate of each row or column: -1 to 1, both included."""
    return np.linspace(-1.0, 1.0, size)


def pixel_inputs(size: int) -> Float32[np.ndarray, "input pixel"]:
    """Return x, y, d, 1 at every pixel, row by row; x is the column's coordinate, y the row's.

    Row 0 is the top of the image, where y = -1.
    """
    along = coordinates(size)
    y, x = (grid.ravel() for grid in np.meshgrid(along, along, indexing="ij"))
    distance = DISTANCE * np.hypot(x, y)
    return np.stack([x, y, distance, np.ones_like(x)]).astype(np.float32)


IMAGE_SIZE = 256  # pixels per side
