"""Drawings made by code, in place of the pictures of document 001, Figures 24 to 29.

They are of the same kinds: a car, a cat, a butterfly with and without background, a red cube with a
yellow sphere. They have no genome, so no compositional network of them is known. Only the
butterfly's outline is mirrored.

Flat shapes are painted over each other and antialiased by supersampling. Coordinates are those of
the networks' inputs: pixel (i, j) of n x n has its centre at y = t_i, x = t_j,
t_i = -1 + 2 i / (n - 1), so that every size shows the same picture. Each pixel is the mean of 4 x 4
samples in its square of side 2 / (n - 1).
"""

from collections.abc import Callable, Sequence
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


Drawing = Float32[np.ndarray, "row column 3"]

# outlines of the butterfly's right wings
_UPPER_WING = (
    (0.04, -0.10), (0.22, -0.50), (0.62, -0.74), (0.88, -0.62), (0.82, -0.26), (0.62, 0.02),
    (0.30, 0.10),
)  # fmt: skip
_LOWER_WING = (
    (0.04, 0.02), (0.34, 0.06), (0.62, 0.20), (0.66, 0.46), (0.48, 0.72), (0.30, 0.62),
    (0.12, 0.34),
)  # fmt: skip


def car(size: int) -> Drawing:
    """Return a car on a road, seen from its left side."""
    canvas = Canvas(size)
    x, y = canvas.x, canvas.y
    canvas.shade(canvas.everywhere(), (0.45, 0.72, 0.95), (0.93, 0.97, 1.0), (y + 1) / 1.3)
    canvas.paint(canvas.ellipse((0.62, -0.66), (0.15, 0.15)), (1.0, 0.87, 0.36))
    hills = y > 0.16 + 0.10 * np.sin(3.1 * x + 0.6) + 0.05 * np.sin(7.3 * x)
    canvas.shade(hills, (0.45, 0.70, 0.38), (0.30, 0.55, 0.30), (y - 0.1) / 0.4)
    canvas.paint(y > 0.45, (0.36, 0.37, 0.41))
    canvas.paint((np.abs(y - 0.80) < 0.02) & (np.mod(x + 0.15, 0.5) < 0.28), (0.96, 0.93, 0.80))
    canvas.paint(canvas.ellipse((0.0, 0.56), (0.80, 0.07)), (0.24, 0.25, 0.29))
    body = smooth_curve(
        (-0.80, 0.46), (-0.82, 0.22), (-0.70, 0.10), (-0.40, 0.05), (-0.22, -0.22), (0.05, -0.30),
        (0.34, -0.24), (0.54, 0.04), (0.78, 0.10), (0.83, 0.30), (0.80, 0.46), (0.0, 0.48),
    )  # fmt: skip
    outline = canvas.polygon(*body)
    canvas.shade(outline, (0.93, 0.24, 0.20), (0.66, 0.09, 0.12), (y + 0.3) / 0.75)
    canvas.paint(outline & (np.abs(y - 0.26) < 0.016), (0.98, 0.78, 0.70))
    for window in (
        ((-0.31, 0.04), (-0.17, -0.17), (0.05, -0.22), (0.05, 0.04)),
        ((0.11, 0.04), (0.11, -0.22), (0.31, -0.17), (0.45, 0.04)),
    ):
        canvas.shade(canvas.polygon(*window), (0.78, 0.92, 0.98), (0.40, 0.60, 0.75), 2 * y + 0.5)
    canvas.paint(canvas.stroke(0.03, (0.13, 0.13), (0.22, 0.13)), (0.45, 0.05, 0.08))
    canvas.paint(canvas.ellipse((-0.76, 0.22), (0.05, 0.07)), (1.0, 0.93, 0.60))
    canvas.paint(canvas.ellipse((0.80, 0.22), (0.035, 0.07)), (0.98, 0.55, 0.15))
    for place in (-0.47, 0.46):
        for radius, colour in ((0.21, (0.13, 0.13, 0.16)), (0.115, (0.80, 0.82, 0.86))):
            canvas.paint(canvas.ellipse((place, 0.46), (radius, radius)), colour)
        canvas.paint(canvas.ellipse((place, 0.46), (0.035, 0.035)), (0.30, 0.31, 0.36))
    return canvas.rgb()


def cat(size: int) -> Drawing:
    """Return a cat that sits on a rug, its tail to one side."""
    canvas = Canvas(size)
    x, y = canvas.x, canvas.y
    ginger, dark, cream = (0.94, 0.60, 0.26), (0.76, 0.40, 0.14), (1.0, 0.90, 0.76)
    canvas.shade(canvas.everywhere(), (0.46, 0.62, 0.70), (0.62, 0.76, 0.78), (y + 1) / 1.5)
    canvas.paint(y > 0.52, (0.50, 0.36, 0.30))
    canvas.paint(canvas.ellipse((0.0, 0.80), (0.92, 0.17)), (0.62, 0.20, 0.28))
    canvas.paint(canvas.ellipse((0.0, 0.80), (0.80, 0.12)), (0.74, 0.30, 0.36))
    tail = ((0.30, 0.72), (0.58, 0.70), (0.74, 0.52), (0.72, 0.30), (0.60, 0.20))
    canvas.paint(canvas.stroke(0.15, *tail), ginger)
    canvas.paint(canvas.stroke(0.15, (0.64, 0.23), tail[-1]), cream)
    body = smooth_curve(
        (-0.36, 0.78), (-0.38, 0.45), (-0.22, 0.05), (0.20, 0.05), (0.40, 0.42), (0.42, 0.78),
        (0.02, 0.84),
    )  # fmt: skip
    trunk = canvas.polygon(*body)
    canvas.paint(trunk, ginger)
    canvas.paint(trunk & (x > 0.16) & (np.sin(26 * y - 9 * x) > 0.45), dark)
    canvas.paint(canvas.ellipse((-0.04, 0.42), (0.17, 0.30)), cream)
    for place in (-0.18, 0.12):
        canvas.paint(canvas.ellipse((place, 0.78), (0.13, 0.075)), cream)
    for side in (-1, 1):
        middle = -0.04 + 0.27 * side
        ear = ((middle - 0.15, -0.40), (middle + 0.10 * side, -0.82), (middle + 0.15, -0.32))
        canvas.paint(canvas.polygon(*ear), ginger)
        inner = ((middle - 0.08, -0.44), (middle + 0.08 * side, -0.70), (middle + 0.09, -0.42))
        canvas.paint(canvas.polygon(*inner), (0.97, 0.70, 0.66))
    head = canvas.ellipse((-0.04, -0.24), (0.43, 0.35))
    canvas.paint(head, ginger)
    for place in (-0.15, -0.04, 0.07):
        canvas.paint(head & canvas.stroke(0.045, (place, -0.60), (place, -0.44)), dark)
    canvas.paint(canvas.ellipse((-0.04, -0.10), (0.20, 0.14)), cream)
    for side in (-1, 1):
        eye = (-0.04 + 0.18 * side, -0.28)
        canvas.paint(canvas.ellipse(eye, (0.085, 0.075)), (0.62, 0.84, 0.36))
        canvas.paint(canvas.ellipse((eye[0] + 0.01, eye[1]), (0.03, 0.068)), (0.08, 0.08, 0.10))
        canvas.paint(
            canvas.ellipse((eye[0] - 0.02, eye[1] - 0.03), (0.016, 0.016)), (1.0, 1.0, 1.0)
        )
        for rise in (-0.05, 0.0, 0.05):
            start, end = (-0.04 + 0.16 * side, -0.08), (-0.04 + 0.60 * side, -0.10 + 1.6 * rise)
            canvas.paint(canvas.stroke(0.013, start, end), (0.99, 0.97, 0.93))
        mouth = ((-0.04, -0.10), (-0.04 + 0.03 * side, -0.055), (-0.04 + 0.09 * side, -0.06))
        canvas.paint(canvas.stroke(0.018, *mouth), (0.35, 0.18, 0.14))
    canvas.paint(canvas.polygon((-0.09, -0.16), (0.01, -0.16), (-0.04, -0.10)), (0.90, 0.42, 0.45))
    return canvas.rgb()


def butterfly_with_background(size: int) -> Drawing:
    """Return the butterfly above grass, leaves and light."""
    canvas = Canvas(size)
    x, y = canvas.x, canvas.y
    canvas.shade(canvas.everywhere(), (0.80, 0.90, 0.62), (0.20, 0.42, 0.26), (y + 1) / 2)
    mottle = np.sin(9 * x + 3 * np.sin(4 * y)) * np.sin(11 * y + 2 * np.cos(7 * x))
    canvas.shade(mottle > 0.45, (0.62, 0.80, 0.46), (0.26, 0.52, 0.32), (y + 1) / 2)
    canvas.shade(mottle < -0.6, (0.42, 0.64, 0.40), (0.12, 0.32, 0.22), (y + 1) / 2)
    for number in range(15):  # blades of grass of different heights and angles
        foot = -0.98 + 0.14 * number
        top = 0.42 + 0.22 * np.sin(2.4 * number)
        lean = 0.12 * np.sin(1.7 * number + 0.5)
        blade = ((foot - 0.035, 1.02), (foot + lean, top), (foot + 0.035, 1.02))
        colour: Colour = (0.16 + 0.02 * (number % 4), 0.48 + 0.05 * (number % 3), 0.20)
        canvas.paint(canvas.polygon(*blade), colour)
    for place, radius in (((-0.74, -0.72), 0.13), ((0.80, -0.40), 0.09), ((0.60, -0.84), 0.06)):
        canvas.paint(canvas.ellipse(place, (radius, radius)), (0.93, 0.97, 0.78))
    _butterfly(canvas)
    return canvas.rgb()


def butterfly_without_background(size: int) -> Drawing:
    """Return the same butterfly on white."""
    canvas = Canvas(size)
    _butterfly(canvas)
    return canvas.rgb()


def _butterfly(canvas: Canvas) -> None:
    x, y = canvas.x, canvas.y
    black: Colour = (0.10, 0.08, 0.12)
    for side in (-1, 1):

        def mirrored(*points: tuple[float, float], side: int = side) -> list[tuple[float, float]]:
            return [(side * across, down) for across, down in points]

        upper, lower = (smooth_curve(*mirrored(*wing)) for wing in (_UPPER_WING, _LOWER_WING))
        from_middle = np.hypot(x, y + 0.05)
        lower_wing, upper_wing = canvas.polygon(*lower), canvas.polygon(*upper)
        canvas.shade(lower_wing, (0.99, 0.76, 0.24), (0.90, 0.34, 0.16), from_middle / 0.7)
        canvas.paint(lower_wing & (from_middle > 0.66), black)
        canvas.shade(upper_wing, (1.0, 0.66, 0.18), (0.86, 0.22, 0.14), from_middle / 0.9)
        # veins spread from the wings' root; tips are dark with pale spots
        veins = np.abs(np.sin(11 * np.arctan2(y + 0.05, np.abs(x) + 0.02))) < 0.13
        canvas.paint((upper_wing | lower_wing) & veins & (from_middle > 0.16), black)
        canvas.paint(upper_wing & (from_middle > 0.84), black)
        for spot, radius in (((0.80, -0.52), 0.05), ((0.77, -0.38), 0.04), ((0.72, -0.64), 0.04)):
            canvas.paint(
                upper_wing & canvas.ellipse(mirrored(spot)[0], (radius, radius)), (0.97, 0.95, 0.9)
            )
        eye = mirrored((0.46, 0.40))[0]
        for radius, colour in ((0.11, black), (0.085, (0.30, 0.52, 0.92)), (0.04, black)):
            canvas.paint(lower_wing & canvas.ellipse(eye, (radius, radius)), colour)
        feeler = mirrored((0.0, -0.30), (0.07, -0.52), (0.20, -0.72))
        canvas.paint(canvas.stroke(0.022, *feeler), black)
        canvas.paint(canvas.ellipse(feeler[-1], (0.03, 0.03)), black)
    canvas.paint(canvas.ellipse((0.0, 0.10), (0.055, 0.42)), (0.18, 0.13, 0.14))
    canvas.paint(canvas.ellipse((0.0, -0.32), (0.065, 0.075)), (0.18, 0.13, 0.14))


def cube_and_sphere(size: int) -> Drawing:
    """Return a red cube and a yellow sphere on a table, lit from the upper left."""
    canvas = Canvas(size)
    x, y = canvas.x, canvas.y
    canvas.shade(canvas.everywhere(), (0.70, 0.78, 0.88), (0.92, 0.94, 0.97), (y + 1) / 1.2)
    canvas.shade(y > 0.12, (0.58, 0.62, 0.68), (0.80, 0.82, 0.85), (y - 0.12) / 0.88)
    canvas.paint(
        canvas.polygon((-0.2, 0.62), (0.02, 0.30), (0.30, 0.36), (0.1, 0.66)), (0.48, 0.52, 0.58)
    )
    canvas.paint(canvas.ellipse((0.58, 0.665), (0.36, 0.09)), (0.48, 0.52, 0.58))
    front = ((-0.80, -0.05), (-0.14, -0.05), (-0.14, 0.61), (-0.80, 0.61))
    top = ((-0.80, -0.05), (-0.56, -0.33), (0.10, -0.33), (-0.14, -0.05))
    side = ((-0.14, -0.05), (0.10, -0.33), (0.10, 0.33), (-0.14, 0.61))
    canvas.shade(canvas.polygon(*front), (0.86, 0.16, 0.14), (0.74, 0.10, 0.10), (y + 0.05) / 0.66)
    canvas.paint(canvas.polygon(*top), (0.96, 0.38, 0.32))
    canvas.paint(canvas.polygon(*side), (0.52, 0.06, 0.08))
    centre, radius = (0.48, 0.36), 0.33
    ball = canvas.ellipse(centre, (radius, radius))
    light = np.hypot(x - centre[0] + 0.12, y - centre[1] + 0.14) / (1.45 * radius)
    canvas.shade(ball, (1.0, 0.93, 0.42), (0.74, 0.50, 0.05), light**1.5)
    canvas.paint(canvas.ellipse((0.36, 0.22), (0.055, 0.04), -40.0), (1.0, 0.99, 0.90))
    return canvas.rgb()


DRAWINGS: dict[str, Callable[[int], Drawing]] = {
    "car": car,
    "cat": cat,
    "butterfly_with_background": butterfly_with_background,
    "butterfly_without_background": butterfly_without_background,
    "cube_and_sphere": cube_and_sphere,
}
