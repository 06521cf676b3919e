"""Adam in numpy, entry by entry, so that models do not see each other."""

import numpy as np
from jaxtyping import Float32

_EPSILON = np.float32(1e-8)


class Adam:
    """Adam as torch has it, for weights that are updated in place."""

    def __init__(
        self, weights: Float32[np.ndarray, "..."], betas: tuple[float, float] = (0.9, 0.999)
    ) -> None:
        """Bind to the weights."""
        self._weights, self._betas, self._steps = weights, betas, 0
        self._first, self._second = np.zeros_like(weights), np.zeros_like(weights)
        self._scratch = np.empty_like(weights)

    def step(
        self,
        gradient: Float32[np.ndarray, "..."],
        rate: float | Float32[np.ndarray, "..."],
    ) -> None:
        """Update along a gradient, which is overwritten, at one rate or one for each weight."""
        self._steps += 1
        scratch, (slow, slower) = self._scratch, self._betas
        self._first *= np.float32(slow)
        self._first += np.multiply(gradient, np.float32(1 - slow), out=scratch)
        self._second *= np.float32(slower)
        gradient *= gradient
        gradient *= np.float32(1 - slower)
        self._second += gradient
        np.sqrt(self._second, out=scratch)
        scratch *= np.float32((1 - slower**self._steps) ** -0.5)
        scratch += _EPSILON
        np.divide(self._first, scratch, out=scratch)
        scratch *= np.asarray(rate, dtype=np.float32) / np.float32(1 - slow**self._steps)
        self._weights -= scratch
