"""Networks of two hidden layers side by side, which read the same inputs."""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Bool, Float32

from compsparse.ensembles.stacked_adam import StackedAdam

_TOGETHER = 256  # examples that are judged at once: a matter of memory


class Networks:
    """n - H - H - 1 with ReLUs; all read one batch, and each learns its own targets.

    Attributes:
        adam: has the parameters.
    """

    def __init__(self, variables: int, width: int, randoms: Sequence[np.random.Generator]) -> None:
        """Draw weights and biases as torch's linear layers, a network for each generator."""
        self._shapes = [(variables + 1, width), (width + 1, width), (width + 1, 1)]
        drawn = [
            np.concatenate(
                [
                    (random.uniform(-1, 1, shape) / np.sqrt(shape[0] - 1)).ravel()
                    for shape in self._shapes
                ]
            )
            for random in randoms
        ]
        self.adam = StackedAdam(np.stack(drawn).astype(np.float32))
        self._bind()

    def _bind(self) -> None:
        self._gradient = np.empty_like(self.adam.parameters)
        self._weights = self._views(self.adam.parameters)
        self._slopes = self._views(self._gradient)

    def _views(
        self, flat: Float32[np.ndarray, "net parameter"]
    ) -> list[Float32[np.ndarray, "net inputs outputs"]]:
        ends = np.cumsum([0, *(np.prod(shape) for shape in self._shapes)])
        return [
            flat[:, start:end].reshape(len(flat), *shape)
            for start, end, shape in zip(ends[:-1], ends[1:], self._shapes, strict=True)
        ]

    def forward(self, x: Float32[np.ndarray, "batch n"]) -> Float32[np.ndarray, "net batch"]:
        """Return the outputs; keeps what the gradient needs."""
        first, second, readout = self._weights
        padded = np.concatenate([x, np.ones((len(x), 1), dtype=np.float32)], axis=1)
        lower = padded @ first
        np.maximum(lower, 0, out=lower)
        upper = lower @ second[:, :-1]
        upper += second[:, -1:]
        np.maximum(upper, 0, out=upper)
        self._kept = padded, lower, upper
        return np.asarray((upper @ readout[:, :-1] + readout[:, -1:])[..., 0])

    def predict(self, x: Float32[np.ndarray, "example n"]) -> Float32[np.ndarray, "net example"]:
        """Return the outputs for many examples."""
        parts = [self.forward(x[i : i + _TOGETHER]) for i in range(0, len(x), _TOGETHER)]
        return np.concatenate(parts, axis=1)

    def learn(
        self,
        x: Float32[np.ndarray, "batch n"],
        y: Float32[np.ndarray, "net batch"],
        rates: Float32[np.ndarray, "net 1"],
    ) -> None:
        """Do one update of all networks on the mean squared error."""
        slope = self.forward(x)
        slope -= y
        slope *= np.float32(2 / len(x))
        padded, lower, upper = self._kept
        _, second, readout = self._weights
        of_first, of_second, of_readout = self._slopes
        column = slope[..., None]
        np.matmul(upper.mT, column, out=of_readout[:, :-1])
        of_readout[:, -1] = slope.sum(axis=1, keepdims=True)
        passed = column * readout[:, None, :-1, 0]
        passed *= upper > 0
        np.matmul(lower.mT, passed, out=of_second[:, :-1])
        of_second[:, -1] = passed.sum(axis=1)
        passed = passed @ second[:, :-1].mT
        passed *= lower > 0
        np.matmul(padded.T, passed, out=of_first)
        self.adam.step(self._gradient, rates)

    def keep(self, rows: Bool[np.ndarray, " net"]) -> None:
        """Go on with some of the networks."""
        self.adam.keep(rows)
        self._bind()
