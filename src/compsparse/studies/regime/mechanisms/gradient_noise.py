"""The simple noise scale: how much the gradient differs from pixel to pixel.

B = tr(S) / |G|^2, G the gradient of the error of the whole image and S the covariance of the
gradients of its pixels (McCandlish et al. 2018): the number of pixels drawn independently at which
noise and signal of a step are equal. Here both are exact, over all pixels. The strata of training
lower the noise of a batch, for all networks alike.
"""

from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float32
from torch import Tensor

from compsparse.studies.regime.network.colours import colours
from compsparse.studies.regime.network.forward import activate
from compsparse.studies.regime.network.shape import LayeredShape


@dataclass(frozen=True)
class GradientNoise:
    """Trace of the covariance of the pixels' gradients, and squared norm of their mean."""

    trace: float
    squared_norm: float


def gradient_noise(
    shape: LayeredShape,
    weights: Float32[Tensor, " weight"],
    mask: Bool[Tensor, " weight"],
    inputs: Float32[Tensor, "input pixel"],
    wanted: Float32[Tensor, "3 pixel"],
) -> GradientNoise:
    """Return the noise of the gradient in the weights of the mask."""
    # the gradient of a pixel in a layer's matrix is the product of the pull on the layer's sums and
    # of the values below; so its squared norm needs no separate gradient
    blocks = shape.matrices(weights.clone().requires_grad_()[None])
    below, sums = [inputs[None]], []
    for number, matrix in enumerate(blocks):
        sums.append(matrix @ below[-1])
        if number < shape.depth:
            below.append(activate(shape, sums[-1]))
    errors = (colours(sums[-1]) - wanted).square().mean(dim=1)
    pulls = torch.autograd.grad(errors.sum(), sums)
    pixels = inputs.shape[1]
    squares, mean = torch.zeros(pixels, dtype=torch.float64), 0.0
    for moved, pull, values in zip(shape.matrices(mask), pulls, below, strict=True):
        kept = moved.double()
        pulled, seen = pull[0].double(), values[0].detach().double()
        squares += (pulled.square() * (kept @ seen.square())).sum(dim=0)
        mean += float(((pulled @ seen.T / pixels) * kept).square().sum())
    return GradientNoise(float(squares.mean()) - mean, mean)
