"""Where a training reaches a given error, so that networks can be compared at equal error."""

import numpy as np
import torch
from jaxtyping import Float32, Float64
from torch import Tensor

from compsparse.studies.regime.network.gradient import PixelError

_HALVINGS = 30


def first_below(errors: Float64[np.ndarray, " logged"], wanted: float) -> tuple[int, bool]:
    """Return the index of the first logged error of at most ``wanted``, and whether there is one.

    Otherwise the index is that of the least error.
    """
    below = errors <= wanted
    return (int(below.argmax()), True) if below.any() else (int(errors.argmin()), False)


def at_error(
    error: PixelError,
    before: Float32[Tensor, " weight"],
    after: Float32[Tensor, " weight"],
    inputs: Float32[Tensor, "input pixel"],
    wanted_colours: Float32[Tensor, "3 pixel"],
    wanted: float,
) -> Float32[Tensor, " weight"]:
    """Return weights of the wanted error on the straight line from ``before`` to ``after``.

    The wanted error lies between those of the two.
    """
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        value = error.value(torch.lerp(before, after, middle)[None], inputs, wanted_colours)
        low, high = (middle, high) if float(value) > wanted else (low, middle)
    return torch.lerp(before, after, high)
