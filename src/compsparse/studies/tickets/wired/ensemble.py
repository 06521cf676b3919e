"""ReLU networks of one shape without shifts, side by side, with gradients by hand.

Numbers of a level are [row, node, channel, example]: what neighbouring nodes give is then what the
node above reads, without a copy, and a level is one product of many small matrices. A row is one
network.
"""

from collections.abc import Sequence

import numpy as np
import torch
from jaxtyping import Float32
from torch import Tensor

from compsparse.ensembles.parameters import Parameters
from compsparse.studies.tickets.wired.shape import Level, Shape


def parameters_of(shape: Shape, rows: int) -> Parameters:
    """Return parameters of some networks, all zero: ``weights_0``, ... from the inputs up."""
    return Parameters(
        rows,
        {
            f"weights_{place}": (level.modules, level.outputs, level.inputs)
            for place, level in enumerate(shape.levels)
        },
    )


def initialize(
    parameters: Parameters, shape: Shape, randoms: Sequence[np.random.Generator]
) -> None:
    """Draw weights of variance 2 / inputs, 1 / inputs in the last level."""
    for row, random in enumerate(randoms):
        for place, level in enumerate(shape.levels):
            gain = 1.0 if place == len(shape.levels) - 1 else 2.0
            size = (level.modules, level.outputs, level.inputs)
            drawn = random.standard_normal(size) * (gain / level.inputs) ** 0.5
            parameters.views[f"weights_{place}"][row] = torch.from_numpy(drawn.astype(np.float32))


class Ensemble:
    """Networks, their outputs, and gradients of anything that is a function of the outputs."""

    def __init__(self, shape: Shape, parameters: Parameters, gradient: Parameters) -> None:
        """Bind the networks to their parameters, and to where gradients go."""
        self._shape, self._parameters, self._gradient = shape, parameters, gradient
        self._read: list[Tensor] = []

    def predict(self, inputs: Float32[Tensor, "row d example"]) -> Float32[Tensor, "row example"]:
        """Return the outputs for any number of examples, and keep what ``backward`` needs."""
        values, self._read = inputs, []
        for place, level in enumerate(self._shape.levels):
            given = values.reshape(len(inputs) * level.nodes, level.inputs, -1)
            self._read.append(given)
            values = torch.bmm(self._modules(place, level), given)
            if place < len(self._shape.levels) - 1:
                values = values.clamp_(min=0)
        return values.reshape(len(inputs), -1)

    def backward(self, slope: Float32[Tensor, "row example"]) -> None:
        """Overwrite the gradient with that of a function whose slope in the outputs is given.

        It is that of the last ``predict``.
        """
        change = slope[:, None]
        for place in range(len(self._shape.levels) - 1, -1, -1):
            level, given = self._shape.levels[place], self._read[place]
            change = change.reshape(len(given), level.outputs, -1)
            self._collect(place, level, torch.bmm(change, given.mT))
            if place > 0:
                change = torch.bmm(self._modules(place, level).mT, change)
                # what a level read is what is left of the one below after its ReLUs
                change.mul_(given > 0)

    def _modules(self, place: int, level: Level) -> Float32[Tensor, "group output input"]:
        """Return the weights of every node; a copy where nodes share them."""
        of_rows = self._parameters.views[f"weights_{place}"]
        rows, _, *size = of_rows.shape
        return of_rows.expand(rows, level.nodes, *size).reshape(-1, *size)

    def _collect(
        self, place: int, level: Level, found: Float32[Tensor, "group output input"]
    ) -> None:
        to = self._gradient.views[f"weights_{place}"]
        by_node = found.view(len(to), level.nodes, *found.shape[1:])
        if level.shared:
            torch.sum(by_node, dim=1, keepdim=True, out=to)
        else:
            to.copy_(by_node)
