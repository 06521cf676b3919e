"""Activations of units, those of Picbreeder's networks, and their slopes.

Training overwrites the sums of units by their values and keeps the slopes, in few passes over
memory. Factors of a slope that are the same everywhere are left to the weights above, which are far
fewer: the slope is ``factor`` times what is written.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float32

Values = Float32[np.ndarray, "..."]

_LOG_2 = math.log(2)
# arrays cost less in a call than numbers do
_ONE, _OFFSET = np.array(1, dtype=np.float32), np.array(_LOG_2, dtype=np.float32)


def _gaussian(z: Values) -> Values:
    return np.asarray(np.exp(_LOG_2 - z * z) - 1)  # 2 e^(-z^2) - 1


def _sigmoid(z: Values) -> Values:
    return np.tanh(z * 0.5)  # 2 / (1 + e^-z) - 1, at half the cost


ACTIVATIONS: dict[str, Callable[[Values], Values]] = {
    "identity": lambda z: z,
    "gaussian": _gaussian,
    "sigmoid": _sigmoid,
    "sin": np.sin,
    "cos": np.cos,
    "tanh": np.tanh,
    "relu": lambda z: np.maximum(z, 0),
}


def _gaussian_slopes(sums: Values, slopes: Values, scratch: Values) -> None:
    np.multiply(sums, sums, out=scratch)
    np.subtract(_OFFSET, scratch, out=scratch)
    np.exp(scratch, out=scratch)
    np.multiply(sums, scratch, out=slopes)
    np.subtract(scratch, _ONE, out=sums)


def _sin_slopes(sums: Values, slopes: Values, scratch: Values) -> None:
    np.cos(sums, out=slopes)
    np.sin(sums, out=sums)


def _cos_slopes(sums: Values, slopes: Values, scratch: Values) -> None:
    np.sin(sums, out=slopes)
    np.cos(sums, out=sums)


def _tanh_slopes(sums: Values, slopes: Values, scratch: Values) -> None:
    np.tanh(sums, out=sums)
    np.multiply(sums, sums, out=scratch)
    np.subtract(_ONE, scratch, out=slopes)


def _sigmoid_slopes(sums: Values, slopes: Values, scratch: Values) -> None:
    sums *= 0.5
    _tanh_slopes(sums, slopes, scratch)


def _relu_slopes(sums: Values, slopes: Values, scratch: Values) -> None:
    slopes[...] = sums > 0
    np.maximum(sums, 0, out=sums)


@dataclass(frozen=True)
class Sloped:
    """An activation in training: (sums, slopes, scratch), all of one form, are overwritten."""

    write: Callable[[Values, Values, Values], None]
    factor: float = 1.0


SLOPED = {
    "gaussian": Sloped(_gaussian_slopes, -2.0),
    "sigmoid": Sloped(_sigmoid_slopes, 0.5),
    "sin": Sloped(_sin_slopes),
    "cos": Sloped(_cos_slopes, -1.0),
    "tanh": Sloped(_tanh_slopes),
    "relu": Sloped(_relu_slopes),
}
