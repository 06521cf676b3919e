"""Adam, and Muon on the hidden matrices, of stacked networks, in few passes over memory.

Both are given factors by which each run's gradient is multiplied. Moments are stored without the
factors 1 - beta, which the step's size takes up. ``Muon`` is ``torch.optim.Muon`` without weight
decay, but in float32 where torch's takes bfloat16 products, and for all matrices at once.
"""

from collections.abc import Mapping

import numpy as np
from jaxtyping import Float32

from compsparse.ensembles.checkpoints import below
from compsparse.studies.regime.network.shape import LayeredShape

Weights = Float32[np.ndarray, "run weight"]
Matrices = Float32[np.ndarray, "matrix row column"]
Factors = Float32[np.ndarray, "run 1"]

_FIRST, _SECOND, _EPSILON = 0.9, 0.999, 1e-8  # torch's defaults


class Adam:
    """Adam with torch's default settings; updates weights in place."""

    def __init__(self, weights: Weights) -> None:
        """Bind to the weights."""
        self.weights, self._steps = weights, 0
        self._first, self._second, self._scratch = np.zeros((3, *weights.shape), dtype=np.float32)

    def step(self, gradient: Weights, factors: Factors, rate: float) -> None:
        """Update along the gradient times its factors."""
        self._steps += 1
        given = np.multiply(gradient, factors, out=self._scratch)
        self._first *= _FIRST
        self._first += given
        given *= given
        self._second *= _SECOND
        self._second += given
        # rate * (m / b1) / (sqrt(v / b2) + epsilon)
        deviation = ((1 - _SECOND) / (1 - _SECOND**self._steps)) ** 0.5
        size = np.sqrt(self._second, out=given)
        size += _EPSILON / deviation
        update = np.divide(self._first, size, out=size)
        update *= rate * (1 - _FIRST) / (1 - _FIRST**self._steps) / deviation
        self.weights -= update

    def state(self) -> dict[str, np.ndarray]:
        """Return all that decides later updates, the weights included, without copying."""
        steps = np.array(self._steps)
        moments = {"first": self._first, "second": self._second}
        return {"weights": self.weights, "steps": steps, **moments}

    def restore(self, state: Mapping[str, np.ndarray]) -> None:
        """Overwrite weights and moments by a copy of ``state``."""
        self.weights[:], self._steps = state["weights"], int(state["steps"])
        self._first[:], self._second[:] = state["first"], state["second"]


_LINEAR, _CUBIC, _QUINTIC = 3.4445, -4.7750, 2.0315
# a + b S + c S S = (sqrt(c) S + b / (2 sqrt(c)))^2 + a - b^2 / (4 c)
_SHIFT = _CUBIC / (2 * _QUINTIC**0.5)
_REST = _LINEAR - _CUBIC**2 / (4 * _QUINTIC)
_SCALE = _QUINTIC**0.25  # of X, so that X X^T is sqrt(c) S
_LEAST_NORM = 1e-7
_MOMENTUM = 0.95
_MOST_ITERATIONS = 99  # torch's own limit


class NewtonSchulz:
    """Makes all singular values of square matrices nearly 1, with the same singular vectors.

    X_0 = G / |G|_F, X_(k+1) = a X_k + (b S + c S S) X_k with S = X_k X_k^T and (a, b, c) = (3.4445,
    -4.7750, 2.0315): the steepest start, without convergence to 1. From 5 iterations on, singular
    values that were not tiny lie between about 0.68 and 1.13. Zero stays zero. The square is
    completed, so that an iteration is three products and two sums along the diagonal.
    """

    def __init__(self, matrices: Matrices, iterations: int) -> None:
        """Bind to the matrices, which are overwritten."""
        if not 1 <= iterations <= _MOST_ITERATIONS:
            raise ValueError(
                f"Muon got {iterations} Newton-Schulz iterations; allowed: 1 to {_MOST_ITERATIONS}."
            )
        self._iterations = iterations
        self._x, self._flat = matrices, matrices.reshape(len(matrices), 1, matrices.shape[1] ** 2)
        self._other, self._gram, self._square = np.empty((3, *matrices.shape), dtype=np.float32)
        step = matrices.shape[1] + 1
        self._diagonals = [
            m.reshape(len(m), matrices.shape[1] ** 2)[:, ::step] for m in (self._gram, self._square)
        ]

    def iterate(self) -> None:
        """Overwrite the matrices by those of singular values near 1, times ``_SCALE``."""
        norms = np.sqrt(self._flat @ self._flat.mT)
        self._flat *= _SCALE / np.maximum(norms, _LEAST_NORM)
        x, other = self._x, self._other
        for _ in range(self._iterations):
            other[:] = x  # numpy takes a slower way for a matrix times its own transpose
            np.matmul(x, other.mT, out=self._gram)
            self._diagonals[0] += _SHIFT
            np.matmul(self._gram, self._gram, out=self._square)
            self._diagonals[1] += _REST
            np.matmul(self._square, x, out=other)
            x, other = other, x
        if x is not self._x:
            self._x[:] = x


class Muon:
    """Updates weights in place.

    Hidden matrices: B <- 0.95 B + 0.05 g, then W <- W - rate NewtonSchulz(0.05 g + 0.95 B), the
    factor sqrt(max(1, rows / columns)) of torch's being 1 for square matrices. First and last
    block: Adam, at the same rate. A mask's zeros are never updated.
    """

    def __init__(
        self,
        shape: LayeredShape,
        weights: Weights,  # zero where masked
        *,
        iterations: int = 5,  # 1 to 99
        mask: Float32[np.ndarray, "run weight"] | None = None,  # 1 for trained weights, else 0
    ) -> None:
        """Bind to the weights; gradients of masked ones are zero."""
        first, last = shape.blocks[0].stop, shape.blocks[-1].start
        self._ends = slice(0, first), slice(last, shape.weights)
        self._hidden = slice(first, last)
        self._weights, self._mask = weights, None if mask is None else mask[:, self._hidden]
        size = len(weights), last - first
        self._momentum, self._ahead = np.zeros((2, *size), dtype=np.float32)
        self._given = np.empty(size, dtype=np.float32)
        square = self._ahead.reshape(-1, shape.width, shape.width)
        self._newton_schulz = NewtonSchulz(square, iterations)
        self._adam = Adam(self._of_ends(weights))

    def step(self, gradient: Weights, factors: Factors, rate: float) -> None:
        """Update along the gradient times its factors."""
        self._adam.step(self._of_ends(gradient), factors, rate)
        self._write_ends()
        if not self._ahead.size:
            return
        np.multiply(gradient[:, self._hidden], factors, out=self._given)
        self._momentum *= _MOMENTUM
        self._momentum += self._given
        update = np.multiply(self._momentum, _MOMENTUM, out=self._ahead)
        update += self._given
        self._newton_schulz.iterate()
        update *= rate / _SCALE
        if self._mask is not None:
            update *= self._mask
        self._weights[:, self._hidden] -= update

    def state(self) -> dict[str, np.ndarray]:
        """Return all that decides later updates, the weights included, without copying."""
        ends = {f"ends/{name}": array for name, array in self._adam.state().items()}
        return {"weights": self._weights, "momentum": self._momentum, **ends}

    def restore(self, state: Mapping[str, np.ndarray]) -> None:
        """Overwrite weights and moments by a copy of ``state``."""
        self._weights[:], self._momentum[:] = state["weights"], state["momentum"]
        self._adam.restore(below(state, "ends/"))

    def _of_ends(self, flat: Weights) -> Float32[np.ndarray, "run end"]:
        return np.concatenate([flat[:, end] for end in self._ends], axis=1)

    def _write_ends(self) -> None:
        start = 0
        for end in self._ends:
            stop = start + end.stop - end.start
            self._weights[:, end] = self._adam.weights[:, start:stop]
            start = stop
