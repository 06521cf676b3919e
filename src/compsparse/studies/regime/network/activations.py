"""Activations of units, those of Picbreeder's networks."""

from collections.abc import Callable
from dataclasses import dataclass

import torch
from jaxtyping import Float32
from torch import Tensor

Values = Float32[Tensor, "..."]


@dataclass(frozen=True)
class Activation:
    """A function and its derivative, which is given the argument and the value."""

    function: Callable[[Values], Values]
    derivative: Callable[[Values, Values], Values]


ACTIVATIONS: dict[str, Activation] = {
    "identity": Activation(lambda z: z, lambda z, _: torch.ones_like(z)),
    "gaussian": Activation(
        # exp slows down tenfold where it underflows, and e^-60 vanishes beside 1
        lambda z: 2 * torch.exp((-z * z).clamp_(min=-60)) - 1,
        lambda z, value: -2 * z * (value + 1),
    ),
    # 2 / (1 + e^-z) - 1
    "sigmoid": Activation(
        lambda z: 2 * torch.sigmoid(z) - 1, lambda _, value: 0.5 * (1 - value**2)
    ),
    "sin": Activation(torch.sin, lambda z, _: torch.cos(z)),
    "cos": Activation(torch.cos, lambda z, _: -torch.sin(z)),
    "tanh": Activation(torch.tanh, lambda _, value: 1 - value**2),
    "relu": Activation(torch.relu, lambda z, _: (z > 0).to(z.dtype)),
}
