"""Adam (Kingma and Ba 2015) on arrays of many runs, each with a learning rate decreasing to 0."""
# in single precision: results depend on signs of trained predictors, not on digits of weights

import numpy as np
from jaxtyping import Float32

_MOMENTUM = 0.9
_SQUARES = 0.999
_SMALLEST = 1e-8


class StackedAdam:
    """Updates arrays in place; the run is their first axis."""

    def __init__(
        self,
        parameters: list[Float32[np.ndarray, "run ..."]],
        rates: Float32[np.ndarray, " run"],
        steps: int,
    ) -> None:
        self._parameters = parameters
        self._rates = rates
        self._steps = steps
        self._done = 0
        self._means = [np.zeros_like(parameter) for parameter in parameters]
        self._squares = [np.zeros_like(parameter) for parameter in parameters]

    def step(self, gradients: list[Float32[np.ndarray, "run ..."]]) -> None:
        """Take one step; the gradients are used up."""
        left = 1 - self._done / self._steps
        self._done += 1
        correction = np.sqrt(1 - _SQUARES**self._done) / (1 - _MOMENTUM**self._done)
        for parameter, gradient, mean, square in zip(
            self._parameters, gradients, self._means, self._squares, strict=True
        ):
            mean *= np.float32(_MOMENTUM)
            mean += np.float32(1 - _MOMENTUM) * gradient
            square *= np.float32(_SQUARES)
            gradient *= gradient
            gradient *= np.float32(1 - _SQUARES)
            square += gradient
            np.sqrt(square, out=gradient)
            gradient += np.float32(_SMALLEST)
            np.divide(mean, gradient, out=gradient)
            rates = self._rates * np.float32(left * correction)
            gradient *= rates.reshape(-1, *([1] * (parameter.ndim - 1)))
            parameter -= gradient
