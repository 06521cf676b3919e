"""Networks of one shape, side by side, with the gradient of their squared errors by hand.

Numbers of a level are [run, node, channel, example]: what neighbouring nodes give is then what the
node above reads, without a copy, and a level is one product of many small matrices.
"""

from collections.abc import Sequence

import numpy as np
import torch
from jaxtyping import Float32
from torch import Tensor

from compsparse.ensembles.parameters import Parameters
from compsparse.studies.approximation.networks.shape import Level, Shape


def parameters_of(shape: Shape, runs: int) -> Parameters:
    """Return parameters of some networks, all zero: weights and shifts of each level."""
    shapes: dict[str, tuple[int, ...]] = {}
    for place, level in enumerate(shape.levels):
        shapes[f"weights_{place}"] = (level.modules, level.outputs, level.inputs)
        shapes[f"shifts_{place}"] = (level.modules, level.outputs, 1)
    return Parameters(runs, shapes)


def initialize(
    parameters: Parameters, shape: Shape, randoms: Sequence[np.random.Generator]
) -> None:
    """Draw weights of variance 2 / inputs, 1 / inputs in the last level; shifts are zero."""
    for run, random in enumerate(randoms):
        for place, level in enumerate(shape.levels):
            gain = 1.0 if place == len(shape.levels) - 1 else 2.0
            size = (level.modules, level.outputs, level.inputs)
            drawn = random.standard_normal(size) * (gain / level.inputs) ** 0.5
            parameters.views[f"weights_{place}"][run] = torch.from_numpy(drawn.astype(np.float32))


class Ensemble:
    """Networks, their outputs and the gradient of their mean squared errors."""

    def __init__(
        self, shape: Shape, parameters: Parameters, gradient: Parameters, batch: int
    ) -> None:
        """``batch`` is the number of examples that a gradient is of; arrays are kept for it."""
        self._shape, self._parameters, self._gradient = shape, parameters, gradient
        runs = parameters.runs
        self._outputs = [torch.empty(runs * of.nodes, of.outputs, batch) for of in shape.levels]
        self._changes = [torch.empty(runs * of.nodes, of.inputs, batch) for of in shape.levels]

    def predict(self, inputs: Float32[Tensor, "run d example"]) -> Float32[Tensor, "run example"]:
        """Return the outputs for any number of examples."""
        values = inputs
        for place, level in enumerate(self._shape.levels):
            values = self._forward(place, level, values, None)
        return values.reshape(len(inputs), -1)

    def compute_gradient(
        self,
        inputs: Float32[Tensor, "run d example"],
        targets: Float32[Tensor, "run example"],
        *,
        frozen: int = 0,
    ) -> None:
        """Overwrite the gradient with that of each network's mean squared error.

        That of the lowest levels, ``frozen`` of them, is left as it is.
        """
        levels, runs = self._shape.levels, self._parameters.runs
        read, values = [], inputs
        for place, level in enumerate(levels):
            values = values.view(runs * level.nodes, level.inputs, -1)
            read.append(values)
            values = self._forward(place, level, values, self._outputs[place])
        change = (values.view_as(targets) - targets).mul_(2 / targets.shape[1])
        for place in range(len(levels) - 1, frozen - 1, -1):
            level = levels[place]
            change = change.view(runs * level.nodes, level.outputs, -1)
            if place < len(levels) - 1:
                change.mul_(self._outputs[place] > 0)
            self._collect(f"weights_{place}", level, torch.bmm(change, read[place].mT))
            self._collect(f"shifts_{place}", level, change.sum(dim=2, keepdim=True))
            if place > frozen:
                weights = self._modules(f"weights_{place}", level)
                change = torch.bmm(weights.mT, change, out=self._changes[place])

    def _forward(
        self, place: int, level: Level, values: Tensor, out: Tensor | None
    ) -> Float32[Tensor, "group output example"]:
        given = values.reshape(self._parameters.runs * level.nodes, level.inputs, -1)
        weights = self._modules(f"weights_{place}", level)
        shifts = self._modules(f"shifts_{place}", level)
        found = torch.baddbmm(shifts, weights, given, out=out)
        return found.clamp_(min=0) if place < len(self._shape.levels) - 1 else found

    def _modules(self, name: str, level: Level) -> Float32[Tensor, "group output input"]:
        """Return the weights or shifts of every node; a copy where nodes share them."""
        of_runs = self._parameters.views[name]
        runs, _, *size = of_runs.shape
        return of_runs.expand(runs, level.nodes, *size).reshape(-1, *size)

    def _collect(
        self, name: str, level: Level, found: Float32[Tensor, "group output input"]
    ) -> None:
        to = self._gradient.views[name]
        by_node = found.view(len(to), level.nodes, *found.shape[1:])
        if level.shared:
            torch.sum(by_node, dim=1, keepdim=True, out=to)
        else:
            to.copy_(by_node)
