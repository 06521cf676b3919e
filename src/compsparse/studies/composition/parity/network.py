"""ReLU networks side by side, one output for each labelled degree, and the gradient of their loss.

All is numpy's arithmetic and products of matrices, whose bytes are the same on all x86-64 machines.
"""

import math
from itertools import pairwise

import numpy as np
from jaxtyping import Bool, Float

_LARGE = np.float32(80)  # whose exponential is finite
Signs = Float[np.ndarray, "net example _"]


def map_sizes(inputs: int, width: int, layers: int, outputs: int) -> list[tuple[int, int]]:
    """Return inputs and outputs of each linear map; ``layers`` of them are followed by a ReLU."""
    ends = [inputs, *([width] * layers), outputs]
    return list(pairwise(ends))


def first_weights(
    maps: list[tuple[int, int]], random: np.random.Generator
) -> Float[np.ndarray, " weight"]:
    """Return a network's weights, each map's biases in its last row, uniform as torch's default."""
    drawn = [
        random.uniform(-1 / math.sqrt(source), 1 / math.sqrt(source), (source + 1) * target)
        for source, target in maps
    ]
    return np.concatenate(drawn).astype(np.float32)


class Networks:
    """Networks whose weights are the rows of one array.

    Attributes:
        weights: of all networks, in the order of the maps.
    """

    def __init__(
        self, maps: list[tuple[int, int]], weights: Float[np.ndarray, "net weight"]
    ) -> None:
        """Bind to the weights."""
        self._maps = maps
        self._bind(weights, np.empty_like(weights))

    def _bind(
        self,
        weights: Float[np.ndarray, "net weight"],
        gradient: Float[np.ndarray, "net weight"],
    ) -> None:
        self.weights, self._gradient = weights, gradient
        self._layers, self._to_layers = self._views(weights), self._views(gradient)

    def _views(self, rows: Float[np.ndarray, "net weight"]) -> list[np.ndarray]:
        sizes = [(source + 1) * target for source, target in self._maps]
        parts = np.split(rows, np.cumsum(sizes)[:-1], axis=1)
        return [
            part.reshape(-1, source + 1, target)
            for part, (source, target) in zip(parts, self._maps, strict=True)
        ]

    def outputs(self, x: Signs) -> Signs:
        """Return the outputs; their signs are the answers. Keeps what the gradient needs."""
        self._read = []
        for place, layer in enumerate(self._layers):
            if place:
                np.maximum(x, 0, out=x)
            self._read.append(x)
            x = x @ layer[:, :-1]
            x += layer[:, -1:]
        return x

    def gradient(self, x: Signs, labels: Signs, labelled: slice) -> Float[np.ndarray, "net weight"]:
        """Return the gradient of each network's mean logistic loss; the next call overwrites it.

        Args:
            x: examples.
            labels: signs of every degree.
            labelled: the degrees that count.
        """
        out = self.outputs(x)
        slope = np.zeros_like(out)
        right = labels[..., labelled]
        margin = out[..., labelled] * right
        tail = 1 + np.exp(np.minimum(margin, _LARGE))
        slope[..., labelled] = right / (tail * np.float32(-margin[0].size))
        layers, gradients = self._layers, self._to_layers
        for place in range(len(layers) - 1, -1, -1):
            read = self._read[place]
            np.matmul(read.mT, slope, out=gradients[place][:, :-1])
            np.sum(slope, axis=1, out=gradients[place][:, -1])
            if place:
                slope = slope @ layers[place][:, :-1].mT
                slope *= read > 0
        return self._gradient

    def keep(
        self, rows: Bool[np.ndarray, " net"], weights: Float[np.ndarray, "kept weight"]
    ) -> None:
        """Go on with some of the networks, bound to ``weights``."""
        self._bind(weights, self._gradient[rows])
