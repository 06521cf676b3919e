"""Networks of one shape side by side, one for each learning rate and run, with gradients by hand.

Activations are [rate, run, node, channel, example]: what neighbouring nodes give is then what the
node above reads, without a copy. Below them stands a row of ones, whose weight is the bias, so that
a level is one product forward and two backward. Products are numpy's: unlike torch's, they leave
the same bytes on processors of all makers.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np
import torch
from jaxtyping import Float32

from compsparse.ensembles.adam import Adam
from compsparse.ensembles.wirings.shape import Shape

# of each level [rate, run, module, output, input]
Weights = list[Float32[np.ndarray, "rate run _ _ _"]]


class Networks:
    """Networks, their gradients and their optimizers.

    Attributes:
        weights: of each level from the inputs up; the last input is the bias.
    """

    def __init__(
        self, shape: Shape, rates: int, randoms: Sequence[np.random.Generator], *, batch: int
    ) -> None:
        """Draw weights for each run, the same at all rates; allocate for batches of ``batch``.

        They are normal, of variance 2 / inputs, 1 / inputs in the last level; biases are zero.
        """
        self._shape, runs = shape, len(randoms)
        self.weights, flat = _weights(shape, rates, runs)
        gradients, slopes = _weights(shape, rates, runs)
        for run, random in enumerate(randoms):
            for level, weights in zip(shape.levels, self.weights, strict=True):
                gain = 1.0 if level is shape.levels[-1] else 2.0
                drawn = random.standard_normal((level.modules, level.outputs, level.inputs))
                weights[:, run, ..., :-1] = drawn * (gain / level.inputs) ** 0.5
        self._optimizers = [
            Adam(torch.from_numpy(row), torch.from_numpy(slope))
            for row, slope in zip(flat, slopes, strict=True)
        ]
        self._forward = _Forward(shape, self.weights, batch)
        self._backward = _Backward(shape, self._forward, gradients)

    def copy(self, levels: Mapping[int, Float32[np.ndarray, "run _ _ _"]]) -> None:
        """Overwrite the weights of some levels at all rates."""
        for place, weights in levels.items():
            self.weights[place][:] = weights

    def step(
        self,
        inputs: Float32[np.ndarray, "run d batch"],
        targets: Float32[np.ndarray, "run batch"],
        rates: Sequence[float],
        *,
        frozen: int = 0,
    ) -> None:
        """Do one update along the gradient of mean squared errors; the lowest levels may stay."""
        self._backward(self._forward(inputs) - targets, frozen)
        for optimizer, rate in zip(self._optimizers, rates, strict=True):
            optimizer.step(rate)

    def predict(
        self, inputs: Float32[np.ndarray, "run d example"]
    ) -> Float32[np.ndarray, "rate run example"]:
        """Return the outputs for any number of examples."""
        found = []
        for rate in range(len(self.weights[0])):
            weights = [level[rate : rate + 1] for level in self.weights]
            found.append(_Forward(self._shape, weights, inputs.shape[2])(inputs)[0])
        return np.stack(found)


class _Forward:
    """Outputs of networks, for batches of one size; what each level read is kept."""

    def __init__(self, shape: Shape, weights: Weights, batch: int) -> None:
        rates, runs = weights[0].shape[:2]
        rooms = [
            np.ones((rates if place else 1, runs, level.nodes, level.inputs + 1, batch), np.float32)
            for place, level in enumerate(shape.levels)
        ]
        self._inputs = rooms[0][0, :, :, :-1]
        self.outputs = np.empty((rates, runs, 1, 1, batch), np.float32)
        written = [*(room[..., :-1, :] for room in rooms[1:]), self.outputs]
        self.levels = []  # of each: weights, what it reads, what it writes; by node above
        for level, given, room, above in zip(shape.levels, weights, rooms, written, strict=True):
            heads = above.shape[2]
            self.levels.append(
                (
                    _by_head(given, 1 if level.shared else heads),
                    _by_head(room, heads),
                    above.reshape(rates, runs, heads, -1, level.outputs, batch),
                )
            )
        self.hidden = [torch.from_numpy(room) for room in rooms[1:]]

    def __call__(
        self, inputs: Float32[np.ndarray, "run d batch"]
    ) -> Float32[np.ndarray, "rate run batch"]:
        self._inputs[:] = inputs.reshape(self._inputs.shape)
        for (weights, read, written), hidden in zip(self.levels, [*self.hidden, None], strict=True):
            np.matmul(weights, read, out=written)
            if hidden is not None:
                hidden.clamp_(min=0)
        return self.outputs[:, :, 0, 0]


class _Backward:
    """The gradient of mean squared errors of the last outputs."""

    def __init__(self, shape: Shape, forward: _Forward, gradients: Weights) -> None:
        self._levels = []
        for level, gradient, (weights, read, written) in zip(
            shape.levels, gradients, forward.levels, strict=True
        ):
            heads = written.shape[2]
            change: np.ndarray = np.empty(written.shape, np.float32)
            by_node = None
            if level.shared and level.nodes > 1:
                by_node = np.empty((*written.shape[:-1], level.inputs + 1), np.float32)
            self._levels.append(
                (
                    change,
                    torch.from_numpy(change),
                    torch.from_numpy(written),
                    read.swapaxes(-1, -2),
                    gradient if by_node is not None else _by_head(gradient, heads),
                    by_node,
                    weights[..., :-1].swapaxes(-1, -2),
                )
            )
        # what a level passes down is what the one below has changed; the lowest passes none
        self._passed: list[np.ndarray] = [np.empty(0)]
        for (below, *_), (change, *_) in pairwise(self._levels):
            self._passed.append(below.reshape(*change.shape[:4], -1, change.shape[5]))

    def __call__(self, errors: Float32[np.ndarray, "rate run batch"], frozen: int) -> None:
        top = self._levels[-1][0]
        np.multiply(errors, np.float32(2 / errors.shape[-1]), out=top[:, :, 0, 0, 0])
        for place in range(len(self._levels) - 1, frozen - 1, -1):
            change, tensor, written, read, gradient, by_node, weights = self._levels[place]
            if place < len(self._levels) - 1:
                torch.ops.aten.threshold_backward.grad_input(tensor, written, 0, grad_input=tensor)
            if by_node is None:
                np.matmul(change, read, out=gradient)
            else:
                np.matmul(change, read, out=by_node)
                np.sum(by_node, axis=(2, 3), out=gradient[:, :, 0])
            if place > frozen:
                np.matmul(weights, change, out=self._passed[place])


def _by_head(values: np.ndarray, heads: int) -> np.ndarray:
    """Return [rate, run, node, ...] as [rate, run, node above, node below it, ...], no copy."""
    return values.reshape(*values.shape[:2], heads, -1, *values.shape[3:])


def _weights(shape: Shape, rates: int, runs: int) -> tuple[Weights, Float32[np.ndarray, "rate _"]]:
    """Return weights that are zero, level by level, and all of them, flat for each rate."""
    sizes = [(runs, n.modules, n.outputs, n.inputs + 1) for n in shape.levels]
    flat = np.zeros((rates, sum(int(np.prod(size)) for size in sizes)), np.float32)
    places = np.cumsum([int(np.prod(size)) for size in sizes])[:-1]
    parts = np.split(flat, places, axis=1)
    return [part.reshape(rates, *size) for part, size in zip(parts, sizes, strict=True)], flat
