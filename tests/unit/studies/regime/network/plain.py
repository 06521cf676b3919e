"""The networks as one would write them first in torch, one pixels a time, for autograd."""

from collections.abc import Callable

import numpy as np
import torch
from torch import Tensor

from compsparse.studies.regime.network.shape import LayeredShape

FUNCTIONS: dict[str, Callable[[Tensor], Tensor]] = {
    "identity": lambda z: z,
    "gaussian": lambda z: 2 * torch.exp(-z * z) - 1,
    "sigmoid": lambda z: 2 * torch.sigmoid(z) - 1,
    "sin": torch.sin,
    "cos": torch.cos,
    "tanh": torch.tanh,
    "relu": torch.relu,
}


def drawn(seed: int, *size: int) -> np.ndarray:
    """Return normal numbers."""
    return np.random.default_rng(seed).standard_normal(size, dtype=np.float32)


def plain_colours(painted: Tensor) -> Tensor:
    """Return red, green, blue [3, ...] of hue, saturation, brightness."""
    hue, saturation, brightness = painted
    s, v = saturation.clamp(0, 1), brightness.abs().clamp(max=1)
    shares = []
    for offset in (5, 3, 1):
        k = torch.remainder(offset + 6 * torch.remainder(hue, 1), 6)
        shares.append(torch.minimum(k, 4 - k).clamp(0, 1))
    return torch.stack([v - v * s * share for share in shares])


def plain_image(shape: LayeredShape, weights: Tensor, inputs: Tensor) -> Tensor:
    """Return the colours [3, pixel] of one network."""
    values = inputs
    for block in shape.blocks:
        matrix = weights[block.start : block.stop].view(block.rows, block.columns)
        values = matrix @ values
        if block is not shape.blocks[-1]:
            units = zip(shape.activations, values, strict=True)
            values = torch.stack([FUNCTIONS[name](z) for name, z in units])
    return plain_colours(values)


def by_autograd(
    shape: LayeredShape, weights: np.ndarray, inputs: np.ndarray, wanted: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return errors and gradients, run by run."""
    errors, gradients = [], []
    for run, network in enumerate(weights):
        leaf = torch.from_numpy(network.copy()).requires_grad_()
        pixels, colours = (a if a.ndim == 2 else a[run] for a in (inputs, wanted))
        image = plain_image(shape, leaf, torch.from_numpy(pixels))
        error = ((image - torch.from_numpy(colours)) ** 2).mean()
        error.backward()  # type: ignore[no-untyped-call]
        assert leaf.grad is not None
        errors.append(error.item())
        gradients.append(leaf.grad.numpy())
    return np.array(errors), np.stack(gradients)
