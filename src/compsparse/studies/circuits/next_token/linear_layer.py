"""A linear layer with sigmoids, a logistic regression per output, trained for many runs at once."""

import numpy as np
from jaxtyping import Float32

# in single precision: results depend on signs of trained predictors, not on digits of weights
Weights = Float32[np.ndarray, "run seen output"]
Seen = Float32[np.ndarray, "run sample seen"]
Outputs = Float32[np.ndarray, "run sample output"]
Rates = Float32[np.ndarray, " run"]
_MOMENTUM = 0.9
_SQUARES = 0.999
_SMALLEST = 1e-8


class StackedAdam:
    """Adam (Kingma and Ba 2015) with a learning rate for each run that decreases to 0.

    Updates arrays in place; the run is their first axis.
    """

    def __init__(
        self, parameters: list[Float32[np.ndarray, "run ..."]], rates: Rates, steps: int
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


_NEAR = 2**17  # float32 numbers, half a mebibyte: fit the cache of a core


def gradient(weights: Weights, seen: Seen, target: Outputs, decay: float) -> Weights:
    """Return the gradient of the mean cross entropy plus ``decay``/2 |w|^2; targets are -1, 1."""
    slope = np.swapaxes(seen, 1, 2) @ error_signal(seen @ weights, target)
    slope += np.float32(decay) * weights
    return np.asarray(slope)


def error_signal(logits: Outputs, target: Outputs) -> Outputs:
    """Return the derivative of the mean cross entropy by each logit, in place of the logits."""
    # sigmoid(z) - (y + 1)/2 = (tanh(z/2) - y)/2, over the number of samples
    logits *= np.float32(0.5)
    np.tanh(logits, out=logits)
    logits -= target
    logits *= np.float32(0.5 / logits.shape[1])
    return logits


def fitted_layer(
    seen: Seen,
    target: Outputs,
    *,
    mask: Float32[np.ndarray, "seen output"] | None = None,
    steps: int,
    rates: Rates,
    decay: float,
) -> Weights:
    """Train a layer in each run, from zero, by Adam on all its samples at once.

    The mask is 1 where an output sees an entry, 0 where it does not; None: everywhere.
    """
    weights = np.zeros((len(seen), seen.shape[2], target.shape[2]), dtype=np.float32)
    for block in blocks(len(seen), seen[0].size + target[0].size):
        part, adam = weights[block], StackedAdam([weights[block]], rates[block], steps)
        for _ in range(steps):
            slope = gradient(part, seen[block], target[block], decay)
            if mask is not None:
                slope *= mask
            adam.step([slope])
    return weights


def blocks(runs: int, numbers: int) -> list[slice]:
    """Return runs in blocks whose data, ``numbers`` per run, fit the cache."""
    size = max(1, _NEAR // numbers)
    return [slice(start, start + size) for start in range(0, runs, size)]
