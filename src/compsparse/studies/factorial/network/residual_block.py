"""The residual block z + W2 (silu(W1 n(z)) * (W3 n(z))), with its derivative by hand."""

from dataclasses import dataclass

import torch
from jaxtyping import Float32
from torch import Tensor
from torch.nn.functional import silu

from compsparse.studies.factorial.network.root_mean_square_norm import root_mean_square_norm


@dataclass(frozen=True)
class BlockWeights:
    """The linear maps of one block, or their gradients, stored as [run, from, to]."""

    gate: Float32[Tensor, "run dimension hidden"]  # W1, into silu
    value: Float32[Tensor, "run dimension hidden"]  # W3, which the gate multiplies
    output: Float32[Tensor, "run hidden _"]  # W2, back to the embedding space


def residual_block(
    weights: BlockWeights, states: Float32[Tensor, "run row dimension"]
) -> Float32[Tensor, "run row dimension"]:
    """Apply one block (document 004, Appendix B)."""
    normalized = root_mean_square_norm(states)
    gated = silu(normalized @ weights.gate) * (normalized @ weights.value)
    return states + gated @ weights.output


class ResidualBlock:
    """The same function on preallocated memory, for training.

    The normalization is left to the caller, which may have a cheaper form of it.
    """

    def __init__(self, runs: int, rows: int, *, inputs: int, hidden: int, dimension: int) -> None:
        """Allocate the memory; ``inputs`` is the number of coordinates of a normalized state."""
        self.result = torch.empty(runs, rows, dimension)
        self._gate, self._value, self._sigmoid, self._silu, self._gated = (
            torch.empty(runs, rows, hidden) for _ in range(5)
        )
        self._normalized_gradient = torch.empty(runs, rows, inputs)
        self._one = torch.ones(())

    def forward(
        self,
        weights: BlockWeights,
        normalized: Float32[Tensor, "run row inputs"],
        states: Float32[Tensor, "run row dimension"],
    ) -> None:
        """Compute ``result`` from the states and their normalized form."""
        torch.bmm(normalized, weights.gate, out=self._gate)
        torch.bmm(normalized, weights.value, out=self._value)
        torch.sigmoid(self._gate, out=self._sigmoid)
        torch.mul(self._gate, self._sigmoid, out=self._silu)
        torch.mul(self._silu, self._value, out=self._gated)
        torch.baddbmm(states, self._gated, weights.output, out=self.result)

    def backward(
        self,
        weights: BlockWeights,
        gradients: BlockWeights,
        keep: float,  # 0 or 1
        normalized: Float32[Tensor, "run row inputs"],
        result_gradient: Float32[Tensor, "run row dimension"],  # left as it is
    ) -> None:
        """Set the gradients of the weights to ``keep`` times themselves plus this application's."""
        accumulate_product(gradients.output, self._gated, result_gradient, keep)
        gated_gradient = torch.bmm(result_gradient, weights.output.mT, out=self._gated)
        # silu'(a) = s + sigmoid(a) (1 - s) with s = silu(a) = a sigmoid(a)
        slope = torch.lerp(self._silu, self._one, self._sigmoid, out=self._sigmoid)
        value_gradient = torch.mul(gated_gradient, self._silu, out=self._silu)
        gate_gradient = gated_gradient.mul_(self._value).mul_(slope)
        accumulate_product(gradients.gate, normalized, gate_gradient, keep)
        accumulate_product(gradients.value, normalized, value_gradient, keep)

    def backward_to_normalized(self, weights: BlockWeights) -> Float32[Tensor, "run row inputs"]:
        """Return the gradient with respect to the normalized states; after ``backward``."""
        torch.bmm(self._gated, weights.gate.mT, out=self._normalized_gradient)
        return torch.baddbmm(
            self._normalized_gradient, self._silu, weights.value.mT, out=self._normalized_gradient
        )


def accumulate_product(
    total: Float32[Tensor, "run left right"],
    left: Float32[Tensor, "run row left"],
    right: Float32[Tensor, "run row right"],
    keep: float,
) -> None:
    """Set ``total`` to ``keep`` times itself plus the sum over rows of left x right."""
    torch.baddbmm(total, left.mT, right, beta=keep, out=total)
