"""The inputs of a network at the pixels of a square image, and the pixels drawn for a step.

Pixels of a step are drawn evenly: one of every stratum, a small rectangle of the image.

The judged pixels of the full image are every fourth, symmetric to left and right. They are pixels
of the 256 x 256 image, never those of a resized picture, whose coordinates would differ. Every
fourth pixel from the left is not every fourth from the right, and a mirrored picture would appear
moved by three pixels; so the right half mirrors the left one, and the step across the middle is one
pixel longer.
"""

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np
from jaxtyping import Float32, Float64, Int64

from compsparse.ensembles.generator_state import restore, state_of

IMAGE_SIZE = 256  # pixels per side of targets and full images
JUDGED = 64  # pixels per side of the images that are judged
DISTANCE = 1.4  # the input d is 1.4 times the distance to the centre
_BLOCK = 2**16  # pixels drawn at once for one run: few calls, little memory


def coordinates(size: int) -> Float64[np.ndarray, " pixel_of_a_side"]:
    """Return the coordinate of each row or column: -1 to 1, both included."""
    return np.linspace(-1.0, 1.0, size)


@lru_cache(maxsize=4)
def pixel_inputs(size: int) -> Float32[np.ndarray, "input pixel"]:
    """Return x, y, d, 1 at every pixel, row by row; x is the column's coordinate, y the row's.

    Row 0 is the top of the image, where y = -1. What is returned is shared and cannot be written.
    """
    along = coordinates(size)
    y, x = (grid.ravel() for grid in np.meshgrid(along, along, indexing="ij"))
    distance = DISTANCE * np.hypot(x, y)
    inputs = np.stack([x, y, distance, np.ones_like(x)]).astype(np.float32)
    inputs.flags.writeable = False
    return inputs


def tile(size: int, number: int) -> tuple[int, int]:
    """Return rows and columns of the ``number`` equal rectangles that cover a square image.

    They are squares where possible, and otherwise as near to squares as possible, wider than tall:
    1,024 of the 256 x 256 pixels are 8 x 8, 4,096 are 4 x 4, 512 are 8 x 16.
    """
    if size < 1 or number < 1 or size**2 % number:
        raise ValueError(
            f"{number} strata do not divide an image of {size} x {size} pixels evenly; take a "
            f"divisor of {size**2}, for example a power of two for a power of two."
        )
    area = size**2 // number
    # there always is one: a divisor of the square is a product of two divisors of the side
    rows = max(
        rows
        for rows in range(1, math.isqrt(area) + 1)
        if area % rows == 0 and size % rows == 0 and size % (area // rows) == 0
    )
    return rows, area // rows


class PixelDraws:
    """The pixels of every step and run: one of each stratum, uniformly drawn.

    Each run draws from its own generator, so stacking runs changes no draw. Several images of equal
    size that lie one after the other are each drawn from in every step.
    """

    def __init__(
        self, size: int, number: int, randoms: Sequence[np.random.Generator], images: int = 1
    ) -> None:
        """Prepare ``number`` strata of each image; nothing is drawn yet."""
        rows, columns = tile(size, number)
        pixels = np.arange(images * size**2).reshape(images, size // rows, rows, -1, columns)
        corners = pixels[:, :, 0, :, 0].reshape(-1)
        within = pixels[0, 0, :, 0, :].reshape(-1)
        self._corners, self._within = corners.astype(np.int64), within.astype(np.int64)
        self._randoms = list(randoms)
        self._steps = max(1, _BLOCK // len(corners))
        self._block = -1
        self._drawn: Int64[np.ndarray, "step run stratum"] = np.empty((0, 0, 0), dtype=np.int64)
        self._before = self._states()

    def pixels(self, step: int) -> Int64[np.ndarray, "run stratum"]:
        """Return the pixels, counted row by row, of a step; steps must be requested in order."""
        block, position = divmod(step, self._steps)
        if block != self._block:
            self._before = self._states()
            self._drawn = self._draw()
            self._block = block
        return np.asarray(self._drawn[position])

    def state(self) -> dict[str, np.ndarray]:
        """Return the state that determines all further draws, given the next step."""
        return {f"random/{run}": words for run, words in enumerate(self._before)}

    def restore(self, state: Mapping[str, np.ndarray], next_step: int) -> None:
        """Continue from a state that was taken before ``next_step``."""
        for run, random in enumerate(self._randoms):
            restore(random, state[f"random/{run}"])
        self._before, self._block = self._states(), -1
        # the state is that before the last block, which is drawn again
        if next_step:
            self.pixels(next_step - 1)

    def _states(self) -> list[np.ndarray]:
        return [state_of(random) for random in self._randoms]

    def _draw(self) -> Int64[np.ndarray, "step run stratum"]:
        size = (self._steps, len(self._corners))
        drawn = [
            self._corners
            + self._within[random.integers(len(self._within), size=size, dtype=np.uint32)]
            for random in self._randoms
        ]
        return np.stack(drawn, axis=1)


def lines(side: int, full: int = IMAGE_SIZE) -> Int64[np.ndarray, " line"]:
    """Return the rows, or columns, of a full image that form a grid of ``side`` lines."""
    step = full // side
    first = step * np.arange(side // 2, dtype=np.int64) + (step - 1) // 2
    return np.concatenate([first, full - 1 - first[::-1]])


def grid_pixels(side: int, full: int = IMAGE_SIZE) -> Int64[np.ndarray, " pixel"]:
    """Return the indices of the picked pixels among those of the full image, row by row."""
    picked = lines(side, full)
    pixels: Int64[np.ndarray, " pixel"] = np.add.outer(full * picked, picked).ravel()
    return pixels


@lru_cache(maxsize=4)
def grid_inputs(side: int) -> Float32[np.ndarray, "input pixel"]:
    """Return the inputs of a network at the picked pixels."""
    inputs = pixel_inputs(IMAGE_SIZE)[:, grid_pixels(side)]
    inputs.flags.writeable = False
    return inputs


def on_grid(
    rgb: Float32[np.ndarray, "row column channel"], side: int = JUDGED
) -> Float64[np.ndarray, "line line channel"]:
    """Return the picked pixels of a picture of 256 x 256 pixels."""
    picked = lines(side)
    seen: Float64[np.ndarray, "line line channel"] = rgb[np.ix_(picked, picked)].astype(np.float64)
    return seen
