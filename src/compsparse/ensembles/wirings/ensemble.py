"""ReLU networks of one shape, side by side, with gradients by hand.

Activations of a level are [row, node, channel, example]: what neighbouring nodes give is then what
the node above reads, without a copy, and a level is one batched matrix product. A row is one
network.
"""

from collections.abc import Sequence

import numpy as np
import torch
from jaxtyping import Float32
from torch import Tensor

from compsparse.ensembles.parameters import Parameters
from compsparse.ensembles.wirings.shape import Level, Shape


def zero_parameters(shape: Shape, rows: int) -> Parameters:
    """Return parameters of several networks, all zero.

    For the levels 0, 1, ... from the inputs up, ``weights_0`` [row, module, output, input] and, for
    levels with biases, ``shifts_0`` [row, module, output, 1]. Models are stored by these names.
    """
    shapes: dict[str, tuple[int, ...]] = {}
    for place, level in enumerate(shape.levels):
        shapes[f"weights_{place}"] = (level.modules, level.outputs, level.inputs)
        if level.biases:
            shapes[f"shifts_{place}"] = (level.modules, level.outputs, 1)
    return Parameters(rows, shapes)


def initialize(
    parameters: Parameters, shape: Shape, randoms: Sequence[np.random.Generator]
) -> None:
    """Draw weights in place: normal, of variance 2 / inputs, 1 / inputs in the last level.

    Biases stay zero.

    Args:
        parameters: of ``zero_parameters``.
        shape: of the networks.
        randoms: a generator for each row.
    """
    for row, random in enumerate(randoms):
        for place, level in enumerate(shape.levels):
            gain = 1.0 if place == len(shape.levels) - 1 else 2.0
            size = (level.modules, level.outputs, level.inputs)
            drawn = random.standard_normal(size) * (gain / level.inputs) ** 0.5
            parameters.views[f"weights_{place}"][row] = torch.from_numpy(drawn.astype(np.float32))


class Ensemble:
    """Networks, their outputs, and gradients of any function of the outputs.

    Attributes:
        gradient: of the last ``backward``, with the layout of the parameters.
    """

    def __init__(self, shape: Shape, parameters: Parameters, *, batch: int) -> None:
        """Bind networks to their parameters; buffers are allocated for batches of ``batch``."""
        self._shape, self._parameters = shape, parameters
        self.gradient = parameters.zeros_like()
        rows = parameters.runs
        self._outputs = [torch.empty(rows * n.nodes, n.outputs, batch) for n in shape.levels]
        self._changes = [torch.empty(rows * n.nodes, n.inputs, batch) for n in shape.levels]
        self._read: list[Tensor] = []

    def predict(self, inputs: Float32[Tensor, "row d example"]) -> Float32[Tensor, "row example"]:
        """Return the outputs for any number of examples."""
        values = inputs
        for place, level in enumerate(self._shape.levels):
            values = self._level(place, level, self._given(level, values), None)
        return values.reshape(len(inputs), -1)

    def forward(self, inputs: Float32[Tensor, "row d batch"]) -> Float32[Tensor, "row batch"]:
        """Return the outputs for a batch, and keep the activations that ``backward`` needs."""
        values, self._read = inputs, []
        for place, level in enumerate(self._shape.levels):
            self._read.append(self._given(level, values))
            values = self._level(place, level, self._read[-1], self._outputs[place])
        return values.reshape(len(inputs), -1)

    def backward(self, slope: Float32[Tensor, "row batch"], *, frozen: int = 0) -> None:
        """Overwrite the gradient.

        Args:
            slope: derivative of the function in the outputs of the last ``forward``.
            frozen: number of lowest levels whose gradient is left as it is.
        """
        levels, change = self._shape.levels, slope
        for place in range(len(levels) - 1, frozen - 1, -1):
            level, read = levels[place], self._read[place]
            change = change.reshape(len(read), level.outputs, -1)
            if place < len(levels) - 1:
                change.mul_(self._outputs[place] > 0)
            self._collect(f"weights_{place}", level, torch.bmm(change, read.mT))
            if level.biases:
                self._collect(f"shifts_{place}", level, change.sum(dim=2, keepdim=True))
            if place > frozen:
                weights = self._by_node(f"weights_{place}", level)
                change = torch.bmm(weights.mT, change, out=self._changes[place])

    def _given(self, level: Level, values: Tensor) -> Float32[Tensor, "node input example"]:
        return values.reshape(self._parameters.runs * level.nodes, level.inputs, -1)

    def _level(
        self,
        place: int,
        level: Level,
        given: Float32[Tensor, "node input example"],
        out: Tensor | None,
    ) -> Float32[Tensor, "node output example"]:
        weights = self._by_node(f"weights_{place}", level)
        if level.biases:
            biases = self._by_node(f"shifts_{place}", level)
            found = torch.baddbmm(biases, weights, given, out=out)
        else:
            found = torch.bmm(weights, given, out=out)
        return found.clamp_(min=0) if place < len(self._shape.levels) - 1 else found

    def _by_node(self, name: str, level: Level) -> Float32[Tensor, "node output input"]:
        """Return the weights or biases of every node; a copy where nodes share them."""
        views = self._parameters.views[name]
        rows, _, *size = views.shape
        return views.expand(rows, level.nodes, *size).reshape(-1, *size)

    def _collect(
        self, name: str, level: Level, found: Float32[Tensor, "node output input"]
    ) -> None:
        gradient = self.gradient.views[name]
        by_node = found.view(len(gradient), level.nodes, *found.shape[1:])
        if level.shared:
            torch.sum(by_node, dim=1, keepdim=True, out=gradient)
        else:
            gradient.copy_(by_node)
