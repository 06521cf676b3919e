"""The residual block z + W2 (silu(W1 n(z)) * (W3 n(z))), with its derivative by hand."""

from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float32

from compsparse.studies.factorial.network.root_mean_square_norm import root_mean_square_norm


@dataclass(frozen=True)
class BlockWeights:
    """The linear maps of one block, or their gradients, stored as [run, to, from]."""

    up: Float32[np.ndarray, "run units inputs"]  # W1, into silu, above W3, which it multiplies
    down: Float32[np.ndarray, "run dimension hidden"]  # W2, back to the embedding space

    def select(self, runs: slice) -> "BlockWeights":
        """Return views of some runs."""
        return BlockWeights(self.up[runs], self.down[runs])


def residual_block(
    weights: BlockWeights, states: Float32[np.ndarray, "run dimension row"]
) -> Float32[np.ndarray, "run dimension row"]:
    """Apply one block (document 004, Appendix B)."""
    gate, value = np.split(np.matmul(weights.up, root_mean_square_norm(states)), 2, axis=1)
    gated: Float32[np.ndarray, "run hidden row"] = torch.sigmoid(torch.from_numpy(gate)).numpy()
    gated *= gate
    gated *= value
    return np.asarray(states + np.matmul(weights.down, gated))


class ResidualBlock:
    """The same function on preallocated memory, for training.

    The normalization is left to the caller, which may have a cheaper form of it.
    """

    def __init__(self, runs: int, *, hidden: int, dimension: int, rows: int) -> None:
        """Allocate the memory."""
        self.result = np.empty((runs, dimension, rows), np.float32)
        self._up = np.empty((runs, 2 * hidden, rows), np.float32)
        self._gate, self._value = self._up[:, :hidden], self._up[:, hidden:]
        self._sigmoid, self._silu, self._gated = np.empty((3, runs, hidden, rows), np.float32)
        # for two functions that torch has in one pass and numpy in several; memory is shared
        self._gate_tensor, self._sigmoid_tensor, self._silu_tensor = map(
            torch.from_numpy, (self._gate, self._sigmoid, self._silu)
        )
        self._one = torch.ones(())

    def forward(
        self,
        weights: BlockWeights,
        normalized: Float32[np.ndarray, "run inputs row"],
        states: Float32[np.ndarray, "run dimension row"],
    ) -> Float32[np.ndarray, "run dimension row"]:
        """Return the states behind the block, of those before it and of their normalized form."""
        np.matmul(weights.up, normalized, out=self._up)
        torch.sigmoid(self._gate_tensor, out=self._sigmoid_tensor)
        np.multiply(self._gate, self._sigmoid, out=self._silu)
        np.multiply(self._silu, self._value, out=self._gated)
        np.matmul(weights.down, self._gated, out=self.result)
        self.result += states
        return self.result

    def backward(
        self,
        weights: BlockWeights,
        gradients: BlockWeights,
        first: bool,
        normalized: Float32[np.ndarray, "run inputs row"],
        result_gradient: Float32[np.ndarray, "run dimension row"],  # left as it is
    ) -> None:
        """Write (``first``) or add this application's gradients of the weights."""
        accumulate_product(gradients.down, result_gradient, self._gated, first=first)
        gated_gradient = np.matmul(weights.down.mT, result_gradient, out=self._gated)
        # silu'(a) = s + sigmoid(a) (1 - s) with s = silu(a) = a sigmoid(a)
        torch.lerp(self._silu_tensor, self._one, self._sigmoid_tensor, out=self._sigmoid_tensor)
        np.multiply(gated_gradient, self._value, out=self._gate)
        self._gate *= self._sigmoid
        np.multiply(gated_gradient, self._silu, out=self._value)
        accumulate_product(gradients.up, self._up, normalized, first=first)

    def backward_to_normalized(
        self, weights: BlockWeights, out: Float32[np.ndarray, "run inputs row"]
    ) -> None:
        """Write the gradient with respect to the normalized states; after ``backward``."""
        np.matmul(weights.up.mT, self._up, out=out)


def accumulate_product(
    total: Float32[np.ndarray, "run left right"],
    left: Float32[np.ndarray, "run left row"],
    right: Float32[np.ndarray, "run right row"],
    *,
    first: bool,
) -> None:
    """Write (``first``) or add the sum over rows of left x right."""
    if first:
        np.matmul(left, right.mT, out=total)
    else:
        total += np.matmul(left, right.mT)
