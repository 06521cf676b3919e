"""A fixed half of an image's pixels: one of every two neighbours in a row, drawn once.

In this order they are two square images of half the side, the upper and the lower half; so pixels
are drawn from them by strata that cover the same rectangles as those of the whole image.
"""

import numpy as np
from jaxtyping import Int64

IMAGES = 2  # squares that the half consists of


def half_of_pixels(side: int, random: np.random.Generator) -> Int64[np.ndarray, " pixel"]:
    """Return the numbers of the pixels, row by row, of an image with an even number per side."""
    if side % 2:
        raise ValueError(f"The image has {side} pixels per side; only an even number has pairs.")
    first = 2 * np.arange(side**2 // 2, dtype=np.int64)
    chosen: Int64[np.ndarray, " pixel"] = first + random.integers(2, size=len(first))
    return chosen
