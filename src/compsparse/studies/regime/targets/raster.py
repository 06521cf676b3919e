"""Flat shapes, painted over each other and antialiased by supersampling.

Coordinates are those of the networks' inputs: pixel (i, j) of n x n has its centre at y = t_i,
x = t_j, t_i = -1 + 2 i / (n - 1), so that every size shows the same picture. Each pixel is the mean
of 4 x 4 samples in its square of side 2 / (n - 1).
"""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from jaxtyping import Bool, Float32, Float64

from compsparse.studies.regime.network.pixels import coordinates

SAMPLES = 4  # along each side of a pixel

Field = Float64[np.ndarray, "row column"]
Area = Bool[np.ndarray, "row column"]
Colour = tuple[float, float, float]


class Canvas:
    """A picture in the making; ``x`` (rightwards) and ``y`` (downwards) are those of samples."""

    def __init__(self, size: int) -> None:
        centres = coordinates(size)
        offsets = ((np.arange(SAMPLES) + 0.5) / SAMPLES - 0.5) * 2 / (size - 1)
        along = (centres[:, None] + offsets).ravel()
        self.y, self.x = np.meshgrid(along, along, indexing="ij")
        self._rgb = np.ones((*self.x.shape, 3), dtype=np.float32)

    def paint(self, area: Area, colour: Colour) -> None:
        """Cover an area with one colour."""
        self._rgb[area] = colour

    def shade(self, area: Area, start: Colour, end: Colour, share: Field) -> None:
        """Cover an area with colours between two, by a fraction from 0 to 1 at each sample."""
        part = np.clip(share[area], 0.0, 1.0)[:, None]
        self._rgb[area] = (1 - part) * np.array(start) + part * np.array(end)

    def everywhere(self) -> Area:
        """Return the whole picture."""
        return np.ones(self.x.shape, dtype=bool)

    def ellipse(
        self, centre: tuple[float, float], radii: tuple[float, float], angle: float = 0.0
    ) -> Area:
        """Return an ellipse; ``angle``, in degrees, turns it clockwise as seen."""
        turn = np.deg2rad(angle)
        x, y = self.x - centre[0], self.y - centre[1]
        along = x * np.cos(turn) + y * np.sin(turn)
        across = y * np.cos(turn) - x * np.sin(turn)
        return np.asarray((along / radii[0]) ** 2 + (across / radii[1]) ** 2 <= 1)

    def polygon(self, *corners: tuple[float, float]) -> Area:
        """Return a polygon, by the even-odd rule."""
        area = np.zeros(self.x.shape, dtype=bool)
        for (x0, y0), (x1, y1) in zip(corners, (*corners[1:], corners[0]), strict=True):
            if y0 != y1:
                crosses = (self.y >= min(y0, y1)) & (self.y < max(y0, y1))
                area ^= crosses & (self.x < x0 + (self.y - y0) * (x1 - x0) / (y1 - y0))
        return area

    def stroke(self, width: float, *points: tuple[float, float]) -> Area:
        """Return a line of straight pieces with round ends and joints."""
        area = np.zeros(self.x.shape, dtype=bool)
        for (x0, y0), (x1, y1) in pairwise(points):
            dx, dy = x1 - x0, y1 - y0
            x, y = self.x - x0, self.y - y0
            share = np.clip((x * dx + y * dy) / (dx * dx + dy * dy), 0.0, 1.0)
            area |= np.hypot(x - share * dx, y - share * dy) <= width / 2
        return area

    def rgb(self) -> Float32[np.ndarray, "row column 3"]:
        """Return the picture."""
        size = len(self.x) // SAMPLES
        blocks = self._rgb.reshape(size, SAMPLES, size, SAMPLES, 3)
        return np.asarray(blocks.mean(axis=(1, 3), dtype=np.float64), dtype=np.float32)


def smooth_curve(*points: tuple[float, float], pieces: int = 12) -> list[tuple[float, float]]:
    """Return points of a closed curve through the given ones (Catmull-Rom)."""
    corners = np.array(points)
    before, after = np.roll(corners, 1, axis=0), np.roll(corners, -1, axis=0)
    beyond = np.roll(corners, -2, axis=0)
    curve: list[tuple[float, float]] = []
    terms: Sequence[np.ndarray] = (
        2 * corners,
        after - before,
        2 * before - 5 * corners + 4 * after - beyond,
        -before + 3 * corners - 3 * after + beyond,
    )
    for corner in range(len(corners)):
        for t in np.arange(pieces) / pieces:
            x, y = sum(term[corner] * t**power for power, term in enumerate(terms)) / 2
            curve.append((float(x), float(y)))
    return curve
