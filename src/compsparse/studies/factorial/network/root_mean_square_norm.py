"""RMSNorm without gain, with its derivative by hand."""

import numpy as np
from jaxtyping import Float32

EPSILON = 1e-6


def root_mean_square_norm(
    states: Float32[np.ndarray, "run dimension row"],
) -> Float32[np.ndarray, "run dimension row"]:
    """Return z / sqrt(mean(z^2) + 1e-6), the mean over dimensions (document 004, Appendix B)."""
    mean_square = np.square(states).mean(1, keepdims=True)
    return np.asarray(states / np.sqrt(mean_square + EPSILON))


class RootMeanSquareNorm:
    """The same function on preallocated memory, for training in place."""

    def __init__(self, runs: int, dimension: int, rows: int) -> None:
        """Allocate the memory of one application to [run, dimension, row]."""
        self.normalized, self._product = np.empty((2, runs, dimension, rows), np.float32)
        self._inverse, self._mean = np.empty((2, runs, 1, rows), np.float32)
        # a product with this row is the fastest mean
        self._averaging = np.full((1, dimension), 1 / dimension, np.float32)

    def forward(self, states: Float32[np.ndarray, "run dimension row"]) -> None:
        """Normalize ``states`` into ``normalized``."""
        np.multiply(states, states, out=self._product)
        inverse = np.matmul(self._averaging, self._product, out=self._inverse)
        inverse += EPSILON
        np.sqrt(inverse, out=inverse)
        np.reciprocal(inverse, out=inverse)
        np.multiply(states, inverse, out=self.normalized)

    def backward(self, gradient: Float32[np.ndarray, "run dimension row"]) -> None:
        """Turn the gradient with respect to ``normalized`` into that to the states, in place."""
        np.multiply(gradient, self.normalized, out=self._product)
        np.matmul(self._averaging, self._product, out=self._mean)
        gradient -= np.multiply(self.normalized, self._mean, out=self._product)
        gradient *= self._inverse
