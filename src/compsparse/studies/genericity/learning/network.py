"""Networks of two hidden layers side by side, which read the same inputs."""

from collections.abc import Iterator, Sequence

import numpy as np
from jaxtyping import Bool, Float32

from compsparse.ensembles.scaled_adam import ScaledAdam

_TOGETHER = 256  # examples that are judged at once: a matter of memory
_SIDE_BY_SIDE = 5  # networks that take several steps before the next ones, and stay in the cache
_ROWS = 8  # sides of products are multiples of it, as its kernels like them


class Networks:
    """n - H - H - 1 with ReLUs; all read one batch, and each learns its own targets.

    A bias is one more row of the weights behind it, on an input that is always 1.

    Attributes:
        adam: has the parameters.
    """

    def __init__(self, variables: int, width: int, randoms: Sequence[np.random.Generator]) -> None:
        """Draw weights and biases as torch's linear layers, a network for each generator."""
        self._variables, self._width = variables, width
        inputs = -(-(variables + 1) // _ROWS) * _ROWS  # the last ones are 0, and so are weights
        self._shapes = [(inputs, width), (width + 1, width), (width + 1, 1)]
        parameters = np.zeros((len(randoms), sum(a * b for a, b in self._shapes)), np.float32)
        for random, *layers in zip(randoms, *self._views(parameters), strict=True):
            for layer, rows in zip(layers, (variables + 1, width + 1, width + 1), strict=True):
                layer[:rows] = random.uniform(-1, 1, (rows, layer.shape[1])) / np.sqrt(rows - 1)
        self.adam = ScaledAdam(parameters)
        self._states: dict[tuple[int, int], _States] = {}
        self._gradient = np.empty_like(parameters[:_SIDE_BY_SIDE])

    def layers(self) -> list[Float32[np.ndarray, "net _ _"]]:
        """Return views of the weights of each layer, the biases in their last rows."""
        first, second, readout = self._views(self.adam.parameters)
        return [first[:, : self._variables + 1], second, readout]

    def predict(self, x: Float32[np.ndarray, "example n"]) -> Float32[np.ndarray, "net example"]:
        """Return the outputs for many examples."""
        predicted = np.empty((len(self.adam.parameters), len(x)), np.float32)
        for start in range(0, len(x), _TOGETHER):
            examples = slice(start, start + _TOGETHER)
            inputs = self._padded(x[examples])
            for part in self._parts():
                states = self._states_of(part, inputs.shape[-1])
                weights = self._views(self.adam.parameters[part])
                predicted[part, examples] = states.forward(inputs, weights)
        return predicted

    def learn(
        self,
        x: Float32[np.ndarray, "step batch n"],
        y: Float32[np.ndarray, "net step batch"],
        rates: Float32[np.ndarray, "net 1"],
    ) -> None:
        """Do updates of all networks on the mean squared error, one on each batch in turn."""
        inputs = self._padded(x)
        for part in self._parts():
            adam = self.adam.rows(part)
            gradient = self._gradient[: len(adam.parameters)]
            weights, slopes = self._views(adam.parameters), self._views(gradient)
            states = self._states_of(part, x.shape[1])
            for batch, wanted in zip(inputs, y[part].swapaxes(0, 1), strict=True):
                states.differentiate(batch, wanted, weights, slopes)
                adam.step(gradient, rates[part])
        self.adam.steps += len(x)

    def keep(self, rows: Bool[np.ndarray, " net"]) -> None:
        """Go on with some of the networks."""
        self.adam.keep(rows)

    def _parts(self) -> Iterator[slice]:
        number = len(self.adam.parameters)
        for start in range(0, number, _SIDE_BY_SIDE):
            yield slice(start, min(start + _SIDE_BY_SIDE, number))

    def _states_of(self, part: slice, batch: int) -> "_States":
        networks = part.stop - part.start
        if (networks, batch) not in self._states:
            self._states[networks, batch] = _States(networks, self._width, batch)
        return self._states[networks, batch]

    def _padded(
        self, x: Float32[np.ndarray, "*steps batch n"]
    ) -> Float32[np.ndarray, "*steps inputs batch"]:
        inputs = np.zeros((*x.shape[:-2], self._shapes[0][0], x.shape[-2]), np.float32)
        inputs[..., : self._variables, :] = x.mT
        inputs[..., self._variables, :] = 1
        return inputs

    def _views(
        self, flat: Float32[np.ndarray, "net parameter"]
    ) -> list[Float32[np.ndarray, "net _ _"]]:
        ends = np.cumsum([0, *(np.prod(shape) for shape in self._shapes)])
        return [
            flat[:, start:end].reshape(len(flat), *shape)
            for start, end, shape in zip(ends[:-1], ends[1:], self._shapes, strict=True)
        ]


class _States:
    """What units of a few networks have on a batch; arrays are made once for many batches."""

    def __init__(self, networks: int, width: int, batch: int) -> None:
        self._lower, self._upper = np.ones((2, networks, width + 1, batch), np.float32)
        self._active = np.empty((networks, width, batch), bool)
        # numpy takes the larger of two arrays in a fifth of the time that it takes with a number
        self._nothing = np.zeros((width, batch), np.float32)

    def forward(
        self,
        x: Float32[np.ndarray, "inputs batch"],
        weights: Sequence[Float32[np.ndarray, "net _ _"]],
    ) -> Float32[np.ndarray, "net batch"]:
        """Return the outputs."""
        first, second, readout = weights
        lower, upper = self._lower[:, :-1], self._upper[:, :-1]
        np.matmul(first.mT, x, out=lower)
        np.maximum(lower, self._nothing, out=lower)
        np.matmul(second.mT, self._lower, out=upper)
        np.maximum(upper, self._nothing, out=upper)
        return np.asarray((readout.mT @ self._upper)[:, 0])

    def differentiate(
        self,
        x: Float32[np.ndarray, "inputs batch"],
        y: Float32[np.ndarray, "net batch"],
        weights: Sequence[Float32[np.ndarray, "net _ _"]],
        slopes: Sequence[Float32[np.ndarray, "net _ _"]],
    ) -> None:
        """Write the gradient of the mean squared error into ``slopes``; overwrites the states."""
        slope = self.forward(x, weights)
        slope -= y
        slope *= np.float32(2 / x.shape[1])
        _, second, readout = weights
        of_first, of_second, of_readout = slopes
        lower, upper = self._lower[:, :-1], self._upper[:, :-1]
        np.matmul(self._upper, slope[..., None], out=of_readout)
        np.greater(upper, 0, out=self._active)
        np.multiply(readout[:, :-1], slope[:, None], out=upper)
        upper *= self._active
        np.matmul(lower, upper.mT, out=of_second[:, :-1])
        np.matmul(self._lower[0, -1], upper.mT, out=of_second[:, -1])  # ones: the sum
        np.greater(lower, 0, out=self._active)
        np.matmul(second[:, :-1], upper, out=lower)
        lower *= self._active
        np.matmul(x, lower.mT, out=of_first)
