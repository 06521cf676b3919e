"""Activations of units, those of Picbreeder's networks."""

from collections.abc import Callable

import torch
from jaxtyping import Float32
from torch import Tensor

Values = Float32[Tensor, "..."]

ACTIVATIONS: dict[str, Callable[[Values], Values]] = {
    "identity": lambda z: z,
    # exp slows down tenfold where it underflows, and e^-60 vanishes beside 1
    "gaussian": lambda z: 2 * torch.exp((-z * z).clamp_(min=-60)) - 1,
    "sigmoid": lambda z: 2 * torch.sigmoid(z) - 1,  # 2 / (1 + e^-z) - 1
    "sin": torch.sin,
    "cos": torch.cos,
    "tanh": torch.tanh,
    "relu": torch.relu,
}
