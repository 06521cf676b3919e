"""Forward and backward passes of a part of the inputs, by hand, on reused memory."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float32

from compsparse.studies.factorial.network.architecture import NetworkShape
from compsparse.studies.factorial.network.residual_block import BlockWeights, ResidualBlock
from compsparse.studies.factorial.network.root_mean_square_norm import RootMeanSquareNorm


@dataclass(frozen=True)
class Part:
    """What the network reads and writes for some rows of some runs.

    ``normalized`` is in the coordinates of the first block's weights; None if learned.
    """

    embedded: Float32[np.ndarray, "run dimension row"]
    normalized: Float32[np.ndarray, "run coordinate row"] | None
    weights: list[BlockWeights]
    gradients: list[BlockWeights]  # where those of the weights go
    first: bool  # whether they are written; else they are added


class Trunk:
    """All between the embedding and the logits."""

    def __init__(self, shape: NetworkShape, runs: int, rows: int) -> None:
        """Allocate memory for ``rows`` inputs of each run."""
        d, h = shape.embedding_dimension, shape.hidden_dimension
        self._norms = [RootMeanSquareNorm(runs, d, rows) for _ in range(shape.layers + 1)]
        self._blocks = [
            ResidualBlock(runs, hidden=h, dimension=d, rows=rows) for _ in range(shape.layers)
        ]
        self._normalized_gradient = np.empty((runs, d, rows), np.float32)

    def forward(self, part: Part) -> Float32[np.ndarray, "run dimension row"]:
        """Return the hidden states; they stay valid until the next call."""
        states = part.embedded
        for layer, block in enumerate(self._blocks):
            if layer or part.normalized is None:
                self._norms[layer].forward(states)
            states = block.forward(part.weights[layer], self._normalized(part, layer), states)
        self._norms[-1].forward(states)
        return self._norms[-1].normalized

    def backward(self, part: Part, gradient: Float32[np.ndarray, "run dimension row"]) -> None:
        """Propagate the gradient with respect to the hidden states back to all parameters.

        ``gradient`` becomes, in place, that to the embedded inputs if these are learned.
        """
        self._norms[-1].backward(gradient)
        for layer in reversed(range(len(self._blocks))):
            block, weights = self._blocks[layer], part.weights[layer]
            normalized = self._normalized(part, layer)
            block.backward(weights, part.gradients[layer], part.first, normalized, gradient)
            if layer or part.normalized is None:
                block.backward_to_normalized(weights, out=self._normalized_gradient)
                self._norms[layer].backward(self._normalized_gradient)
                gradient += self._normalized_gradient

    def _normalized(self, part: Part, layer: int) -> Float32[np.ndarray, "run coordinate row"]:
        if layer == 0 and part.normalized is not None:
            return part.normalized
        return self._norms[layer].normalized
