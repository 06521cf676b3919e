"""RMSNorm without gain, with its derivative by hand."""

import torch
from jaxtyping import Float32
from torch import Tensor

EPSILON = 1e-6


def root_mean_square_norm(
    states: Float32[Tensor, "*batch dimension"],
) -> Float32[Tensor, "*batch dimension"]:
    """Return z / sqrt(mean(z^2) + 1e-6), the mean over the last axis (document 004, Appendix B)."""
    return states * torch.rsqrt(states.square().mean(-1, keepdim=True) + EPSILON)


class RootMeanSquareNorm:
    """The same function on preallocated memory, for training in place."""

    def __init__(self, runs: int, rows: int, dimension: int) -> None:
        """Allocate the memory of one application to [run, row, dimension]."""
        self.normalized = torch.empty(runs, rows, dimension)
        self._product = torch.empty(runs, rows, dimension)
        self._flat_product = self._product.view(runs * rows, dimension)
        self._inverse = torch.empty(runs, rows, 1)
        self._mean = torch.empty(runs, rows, 1)
        self._flat_inverse = self._inverse.view(runs * rows, 1)
        self._flat_mean = self._mean.view(runs * rows, 1)
        # a product with this column is torch's fastest mean over a short axis
        self._averaging = torch.full((dimension, 1), 1 / dimension)

    def forward(self, states: Float32[Tensor, "run row dimension"]) -> None:
        """Normalize ``states`` into ``normalized``."""
        torch.mul(states, states, out=self._product)
        torch.mm(self._flat_product, self._averaging, out=self._flat_inverse)
        self._inverse.add_(EPSILON).rsqrt_()
        torch.mul(states, self._inverse, out=self.normalized)

    def backward(self, gradient: Float32[Tensor, "run row dimension"]) -> None:
        """Turn the gradient with respect to ``normalized`` into that to the states, in place."""
        torch.mul(gradient, self.normalized, out=self._product)
        torch.mm(self._flat_product, self._averaging, out=self._flat_mean)
        gradient.addcmul_(self.normalized, self._mean, value=-1).mul_(self._inverse)
