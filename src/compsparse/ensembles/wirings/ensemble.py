"""ReLU networks of one shape, side by side, with gradients by hand.

Activations of a level are [row, node, channel, example]: what neighbouring nodes give is then what
the node above reads, without a copy, and a level is one batched matrix product, also where its
nodes share weights. A row is one network.
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
        self._outputs = [torch.empty(rows, n.nodes, n.outputs, batch) for n in shape.levels]
        self._changes = [torch.empty(rows, n.nodes, n.inputs, batch) for n in shape.levels]
        self._read: list[Tensor] = []

    def predict(self, inputs: Float32[Tensor, "row d example"]) -> Float32[Tensor, "row example"]:
        """Return the outputs for any number of examples."""
        values = inputs
        for place in range(len(self._shape.levels)):
            values = self._level(place, self._given(place, values), None)
        return values.reshape(len(inputs), -1)

    def forward(self, inputs: Float32[Tensor, "row d batch"]) -> Float32[Tensor, "row batch"]:
        """Return the outputs for a batch, and keep the activations that ``backward`` needs."""
        values, self._read = inputs, []
        for place, out in enumerate(self._outputs):
            self._read.append(self._given(place, values))
            values = self._level(place, self._read[-1], out)
        return values.reshape(len(inputs), -1)

    def backward(self, slope: Float32[Tensor, "row batch"], *, frozen: int = 0) -> None:
        """Overwrite the gradient; once after each ``forward``, since it destroys the activations.

        Args:
            slope: derivative of the function in the outputs of the last ``forward``.
            frozen: number of lowest levels whose gradient is left as it is.
        """
        levels, change = self._shape.levels, slope
        for place in range(len(levels) - 1, frozen - 1, -1):
            level, read, outputs = levels[place], self._read[place], self._outputs[place]
            change = change.reshape(outputs.shape)
            if place < len(levels) - 1:
                # the sign of a ReLU's output is its derivative, and costs a fifth of a comparison
                change.mul_(outputs.sign_())
            self._collect(f"weights_{place}", level, _multiply(change, read.mT))
            if level.biases:
                self._collect(f"shifts_{place}", level, change.sum(dim=3, keepdim=True))
            if place > frozen:
                weights = self._parameters.views[f"weights_{place}"]
                change = _multiply(weights.mT, change, self._changes[place])

    def _given(self, place: int, values: Tensor) -> Float32[Tensor, "row node input example"]:
        level = self._shape.levels[place]
        return values.reshape(self._parameters.runs, level.nodes, level.inputs, -1)

    def _level(
        self, place: int, given: Float32[Tensor, "row node input example"], out: Tensor | None
    ) -> Float32[Tensor, "row node output example"]:
        views, last = self._parameters.views, place == len(self._shape.levels) - 1
        found = _multiply(views[f"weights_{place}"], given, out)
        if self._shape.levels[place].biases:
            found.add_(views[f"shifts_{place}"])
        return found if last else found.clamp_(min=0)

    def _collect(
        self, name: str, level: Level, by_node: Float32[Tensor, "row node output input"]
    ) -> None:
        gradient = self.gradient.views[name]
        if level.shared:
            torch.sum(by_node, dim=1, keepdim=True, out=gradient)
        else:
            gradient.copy_(by_node)


@np.errstate(over="ignore", invalid="ignore")  # a rate may be too large
def _multiply(
    left: Float32[Tensor, "row module a b"],
    right: Float32[Tensor, "row node b c"],
    out: Float32[Tensor, "row node a c"] | None = None,
) -> Float32[Tensor, "row node a c"]:
    """Return the product at every node, by numpy: torch's depends on who made the processor."""
    if out is None:
        out = torch.empty(*right.shape[:2], left.shape[2], right.shape[3])
    if right.shape[2] == 1:  # BLAS takes many times as long for an outer product
        return torch.mul(left, right, out=out)
    np.matmul(left.numpy(), right.numpy(), out=out.numpy())
    return out
