"""The target: the sign of a binary tree of tanh constituents, and its variants in worlds.

h(a, b) = tanh(slopes . (a, b) + product a b), one constituent for each level, drawn anew in every
run, signs of slopes and products included. The coordinates of points on the unit sphere are small,
so the tree reads them times sqrt(d).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64


@dataclass(frozen=True)
class Ranges:
    """Limits, low and high, of the absolute values of slopes and products."""

    slopes: Sequence[float]
    product: Sequence[float]


class Tree:
    """Values of the tree."""

    def __init__(self, random: np.random.Generator, variables: int, ranges: Ranges):
        """Draw the constituent of each level from ``ranges``."""
        self._levels = [
            (_signed(random, ranges.slopes, 2), float(_signed(random, ranges.product, 1)[0]))
            for _ in range(variables.bit_length() - 1)
        ]

    def __call__(self, inputs: Float64[np.ndarray, "point d"]) -> Float64[np.ndarray, " point"]:
        """Return the values at points of the unit sphere."""
        values = inputs * inputs.shape[1] ** 0.5
        for slopes, product in self._levels:
            first, second = values[:, ::2], values[:, 1::2]
            values = np.tanh(slopes[0] * first + slopes[1] * second + product * first * second)
        return np.asarray(values[:, 0])


class DenseNetwork:
    """As many levels and constituents as the tree, but each reads the whole level below."""

    def __init__(self, random: np.random.Generator, variables: int):
        """Draw weights of standard deviation 2 / sqrt(inputs), large enough for tanh to bend."""
        self._weights, read = [], variables
        while read > 1:
            drawn = random.standard_normal((read, read // 2)) * 2 / read**0.5
            self._weights.append(drawn)
            read //= 2

    def __call__(self, inputs: Float64[np.ndarray, "point d"]) -> Float64[np.ndarray, " point"]:
        """Return the values at points of the unit sphere."""
        values = inputs * inputs.shape[1] ** 0.5
        for weights in self._weights:
            values = np.tanh(values @ weights)
        return np.asarray(values[:, 0])


def rotation(random: np.random.Generator, variables: int) -> Float64[np.ndarray, "d d"]:
    """Return a random orthogonal matrix, uniform in the Haar measure."""
    orthogonal, upper = np.linalg.qr(random.standard_normal((variables, variables)))
    # without the signs of the diagonal, QR is not uniform
    return np.asarray(orthogonal * np.sign(np.diag(upper)))


def _signed(
    random: np.random.Generator, limits: Sequence[float], number: int
) -> Float64[np.ndarray, " number"]:
    signs = random.choice([-1.0, 1.0], number)
    return np.asarray(signs * random.uniform(limits[0], limits[1], number))
