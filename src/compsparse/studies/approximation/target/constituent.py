"""Constituents, the nodes of a tree: functions of few variables, from [0, 1] into [0, 1]."""

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from jaxtyping import Float64

Curve = Literal["sine", "kinked", "sum_of_sines", "mean"]


@dataclass(frozen=True)
class Constituent:
    """1/2 + 1/2 sin(pi (sum_i slopes_i x_i - product x_1 ... x_k - offset)), or another curve.

    Attributes:
        slopes: one for each variable.
        product: weight of the product of all variables; without it the argument would be additive.
        offset: of the argument.
        curve: ``kinked`` has a triangle wave in place of the sine; ``sum_of_sines`` is the mean of
            a curve of each variable, and ``mean`` that of the variables: both are additive.
    """

    slopes: tuple[float, ...]
    product: float
    offset: float
    curve: Curve = "sine"

    @property
    def arity(self) -> int:
        """Number of variables."""
        return len(self.slopes)

    def __call__(
        self, inputs: Float64[np.ndarray, "*point arity"]
    ) -> Float64[np.ndarray, "*point"]:
        """Return the values at points."""
        if self.curve == "mean":
            return np.asarray(inputs.mean(axis=-1))
        if self.curve == "sum_of_sines":
            angles = math.pi * (inputs * np.array(self.slopes) - self.offset)
            return np.asarray(0.5 + 0.5 * np.sin(angles).mean(axis=-1))
        argument = inputs @ np.array(self.slopes) - self.product * inputs.prod(axis=-1)
        wave = np.sin(math.pi * (argument - self.offset))
        if self.curve == "kinked":
            wave = np.arcsin(wave) * (2 / math.pi)
        return np.asarray(0.5 + 0.5 * wave)
