"""Muon on the hidden matrices of stacked networks, all at once; Adam on the other blocks.

As ``torch.optim.Muon`` without weight decay, but in float32 where torch's takes bfloat16 products,
and without its loop over matrices, which costs many times a training step at this size.
"""

from collections.abc import Mapping

import numpy as np
import torch
from jaxtyping import Bool, Float32
from torch import Tensor

from compsparse.ensembles.adam import Adam
from compsparse.ensembles.checkpoints import below
from compsparse.studies.regime.network.forward import Weights
from compsparse.studies.regime.network.shape import LayeredShape

_LINEAR, _CUBIC, _QUINTIC = 3.4445, -4.7750, 2.0315
_LEAST_NORM = 1e-7
_MOMENTUM = 0.95
_MOST_ITERATIONS = 99  # torch's own limit

Matrices = Float32[Tensor, "matrix row column"]


def newton_schulz(matrices: Matrices, iterations: int) -> Matrices:
    """Return square matrices with the same singular vectors, and singular values near 1.

    X_0 = G / |G|_F, X_(k+1) = a X_k + (b S + c S S) X_k with S = X_k X_k^T and (a, b, c) = (3.4445,
    -4.7750, 2.0315): the steepest start, without convergence to 1. From 5 iterations on, singular
    values that were not tiny lie between about 0.68 and 1.13. Zero stays zero.
    """
    norms: Tensor = torch.linalg.vector_norm(matrices, dim=(1, 2), keepdim=True)
    x: Tensor = matrices / norms.clamp(min=_LEAST_NORM)
    gram, polynomial, product = torch.empty_like(x), torch.empty_like(x), torch.empty_like(x)
    for _ in range(iterations):
        torch.bmm(x, x.mT, out=gram)
        torch.baddbmm(gram, gram, gram, beta=_CUBIC, alpha=_QUINTIC, out=polynomial)
        torch.baddbmm(x, polynomial, x, beta=_LINEAR, out=product)
        x, product = product, x
    return x


class Muon:
    """Updates weights in place from the gradient's present value.

    Hidden matrices: B <- 0.95 B + 0.05 g, then W <- W - rate NewtonSchulz(0.05 g + 0.95 B), the
    factor sqrt(max(1, rows / columns)) of torch's being 1 for square matrices. First and last
    block: Adam, at the same rate. A mask's zeros are never updated.
    """

    def __init__(
        self,
        shape: LayeredShape,
        weights: Weights,
        gradient: Weights,
        *,
        iterations: int = 5,  # 1 to 99
        mask: Bool[Tensor, "run weight"] | None = None,  # of trained weights
    ) -> None:
        """Bind the optimizer to weights, zero where masked, and gradient."""
        if not 1 <= iterations <= _MOST_ITERATIONS:
            raise ValueError(
                f"Muon got {iterations} Newton-Schulz iterations; allowed: 1 to {_MOST_ITERATIONS}."
            )
        first, last = shape.blocks[0].stop, shape.blocks[-1].start
        runs, layers = len(weights), shape.depth - 1
        size = (runs, layers, shape.width, shape.width)
        self._ends = [slice(0, first), slice(last, shape.weights)]
        self._weights, self._gradient = weights, gradient
        self._matrices = weights[:, first:last].view(size)
        self._matrix_gradient = gradient[:, first:last].view(size)
        self._mask = None if mask is None else mask[:, first:last].reshape(size).float()
        self._momentum = torch.zeros(size)
        self._iterations = iterations
        # the fused update needs contiguous memory
        self._end_weights = torch.cat([weights[:, end] for end in self._ends], dim=1)
        self._end_gradient = torch.zeros_like(self._end_weights)
        self._adam = Adam(self._end_weights.view(-1), self._end_gradient.view(-1))

    def step(self, rate: float) -> None:
        """Update the weights."""
        if self._momentum.numel():
            self._momentum.lerp_(self._matrix_gradient, 1 - _MOMENTUM)
            ahead = torch.lerp(self._matrix_gradient, self._momentum, _MOMENTUM)
            if self._mask is not None:
                ahead.mul_(self._mask)
            update = newton_schulz(ahead.flatten(0, 1), self._iterations).view_as(ahead)
            if self._mask is not None:
                update.mul_(self._mask)
            self._matrices.sub_(update, alpha=rate)
        torch.cat([self._gradient[:, end] for end in self._ends], dim=1, out=self._end_gradient)
        self._adam.step(rate)
        self._write_ends()

    def state(self) -> dict[str, np.ndarray]:
        """Return all that decides later updates but the gradient, without copying."""
        return {
            "weights": self._weights.numpy(),
            "momentum": self._momentum.numpy(),
            **{f"ends/{name}": array for name, array in self._adam.state().items()},
        }

    def restore(self, state: Mapping[str, np.ndarray]) -> None:
        """Overwrite weights and moments by a copy of ``state``."""
        self._weights.copy_(torch.from_numpy(state["weights"]))
        self._momentum.copy_(torch.from_numpy(state["momentum"]))
        self._adam.restore(below(state, "ends/"))
        self._write_ends()

    def _write_ends(self) -> None:
        lengths = [end.stop - end.start for end in self._ends]
        parts = torch.split(self._end_weights, lengths, dim=1)
        for end, part in zip(self._ends, parts, strict=True):
            self._weights[:, end] = part
