"""A generic function of all variables: random cosines, smooth but without structure."""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float64

_CHUNK = 2**14  # points that are evaluated together: 50 MB at 400 cosines


class RandomCosines:
    """sqrt(2 / n) times the sum of n cosines of the standardized variables.

    Frequencies are normal with variance ``spread``^2 / d, so that the variation along a random line
    does not depend on d. Over draws, the mean is 0 and the mean square 1 at every point.
    """

    def __init__(
        self, random: np.random.Generator, variables: int, cosines: int, spread: float
    ) -> None:
        self._frequencies = random.standard_normal((variables, cosines)) * spread / variables**0.5
        self._phases = random.random(cosines) * 2 * np.pi

    @property
    def cosines(self) -> int:
        """Number of cosines."""
        return len(self._phases)

    def __call__(self, inputs: Float64[np.ndarray, "*point d"]) -> Float64[np.ndarray, "*point"]:
        """Return the values at points of the unit cube."""
        standard = ((inputs - 0.5) * 12**0.5).reshape(-1, inputs.shape[-1])
        starts = range(0, len(standard), _CHUNK)
        parts = (standard[start : start + _CHUNK] for start in starts)
        sums = [np.cos(part @ self._frequencies + self._phases).sum(axis=-1) for part in parts]
        values = np.concatenate(sums) * (2 / len(self._phases)) ** 0.5
        return np.asarray(values.reshape(inputs.shape[:-1]))

    def interpolated(
        self,
        places: Float64[np.ndarray, "point d choice"],
        weights: Float64[np.ndarray, "point d choice"],
    ) -> Float64[np.ndarray, " point"]:
        """Return weighted sums of values over all choices of a place for each variable.

        A cosine of a sum is the real part of a product over variables, so that sums over choices
        are taken variable by variable, for any number of variables: as products of the weights of
        all places that occur with the waves there.
        """
        occur, place = np.unique(places, return_inverse=True)
        place, points = place.reshape(places.shape), np.arange(len(places))
        standard = (occur - 0.5) * 12**0.5
        product = np.exp(1j * self._phases)[None]
        for axis in range(places.shape[1]):
            shares = np.zeros((len(places), len(occur)))
            for choice in range(places.shape[2]):
                shares[points, place[:, axis, choice]] += weights[:, axis, choice]
            angles = standard[:, None] * self._frequencies[axis]
            product = product * (shares @ np.cos(angles) + 1j * (shares @ np.sin(angles)))
        return np.asarray(product.real.sum(axis=-1) * (2 / len(self._phases)) ** 0.5)

    def matrix(
        self,
        rows: Float64[np.ndarray, "row _"],
        columns: Float64[np.ndarray, "column _"],
        split: Sequence[int],
    ) -> Float64[np.ndarray, "row column"]:
        """Return the values where variables of a split come from a row and others from a column.

        The cosine of a sum of two angles is a sum of two products.
        """
        rest = [axis for axis in range(len(self._frequencies)) if axis not in split]
        one = (rows - 0.5) * 12**0.5 @ self._frequencies[list(split)] + self._phases
        other = (columns - 0.5) * 12**0.5 @ self._frequencies[rest]
        values = np.cos(one) @ np.cos(other).T - np.sin(one) @ np.sin(other).T
        return np.asarray(values * (2 / len(self._phases)) ** 0.5)
