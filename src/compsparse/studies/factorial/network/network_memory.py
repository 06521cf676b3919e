"""Forward and backward passes of a part of the inputs, by hand, on reused memory."""

from dataclasses import dataclass

import torch
from jaxtyping import Float32
from torch import Tensor

from compsparse.studies.factorial.network import architecture, residual_block, root_mean_square_norm


@dataclass(frozen=True)
class Part:
    """What the network reads and writes for some rows of some runs.

    ``normalized`` is in the coordinates of the first block's gate and value; None if learned.
    """

    embedded: Float32[Tensor, "run row dimension"]
    normalized: Float32[Tensor, "run row coordinate"] | None
    weights: list[residual_block.BlockWeights]
    gradients: list[residual_block.BlockWeights]  # where those of the weights accumulate
    keep: float  # 0.0 for the first rows of a run, whose gradients overwrite; 1.0 for the others


class NetworkMemory:
    """Memory of the trunk; ``hidden_gradient`` is for callers that have no other place for it."""

    def __init__(
        self, shape: architecture.NetworkShape, runs: int, rows: int, fixed_coordinates: int | None
    ) -> None:
        """Allocate memory for ``rows`` inputs of each run; coordinates are None if learned."""
        d, h = shape.embedding_dimension, shape.hidden_dimension
        self._fixed = fixed_coordinates is not None
        self._norms = [
            root_mean_square_norm.RootMeanSquareNorm(runs, rows, d) for _ in range(shape.layers + 1)
        ]
        self._blocks = [
            residual_block.ResidualBlock(
                runs,
                rows,
                inputs=d if layer or fixed_coordinates is None else fixed_coordinates,
                hidden=h,
                dimension=d,
            )
            for layer in range(shape.layers)
        ]
        self.hidden_gradient = torch.empty(runs, rows, d)

    def forward(self, part: Part) -> Float32[Tensor, "run row dimension"]:
        """Return the hidden states; they stay valid until the next call."""
        states = part.embedded
        for layer, block in enumerate(self._blocks):
            if layer or part.normalized is None:
                self._norms[layer].forward(states)
            block.forward(part.weights[layer], self._normalized(part, layer), states)
            states = block.result
        self._norms[-1].forward(states)
        return self._norms[-1].normalized

    def backward(self, part: Part, gradient: Float32[Tensor, "run row dimension"]) -> None:
        """Propagate the gradient with respect to the hidden states back to all parameters."""
        # ``gradient`` becomes, in place, that with respect to the embedded inputs if these are
        # learned
        self._norms[-1].backward(gradient)
        for layer in reversed(range(len(self._blocks))):
            block, weights = self._blocks[layer], part.weights[layer]
            normalized = self._normalized(part, layer)
            block.backward(weights, part.gradients[layer], part.keep, normalized, gradient)
            if layer or part.normalized is None:
                normalized_gradient = block.backward_to_normalized(weights)
                self._norms[layer].backward(normalized_gradient)
                gradient.add_(normalized_gradient)

    def _normalized(self, part: Part, layer: int) -> Float32[Tensor, "run row coordinate"]:
        if layer == 0 and part.normalized is not None:
            return part.normalized
        return self._norms[layer].normalized
