"""The mean squared error of stacked networks and its hand-written gradient.

Only units other than the identity are activated, maps stay in memory that is allocated once, and
more pixels than fit the processor's cache are processed in chunks.
"""

from dataclasses import dataclass

import torch
from jaxtyping import Float32
from torch import Tensor

from compsparse.studies.regime.network.colours import colour_error, colour_error_gradient
from compsparse.studies.regime.network.forward import Weights
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.network.slopes import activate_with_slopes, curved_groups

_CHUNK = 2**18  # entries of one layer's maps of all runs that are processed together
_LEAST_PIXELS = 512  # fewer cost more in calls than the cache saves

Inputs = Float32[Tensor, "*of_run input pixel"]
Wanted = Float32[Tensor, "*target 3 colour"]


@dataclass(frozen=True)
class _Memory:
    """Buffers of one pass."""

    maps: list[Float32[Tensor, "run unit pixel"]]
    pulls: list[Float32[Tensor, "run unit pixel"]]  # gradient in values or sums, alternating
    # of every layer, for each group of curved units: activation, its maps and their slopes; the
    # views are made once, as for few pixels making them takes as long as filling them
    curved: list[list[tuple[str, Tensor, Tensor]]]
    curved_pulls: list[list[Tensor]]


class PixelError:
    """The error of ``runs`` networks of one shape at pixels, with its gradient in the weights.

    The error of a run is the mean over pixels and over red, green, blue of the squared difference
    from the wanted colours. Inputs are [input, pixel], the same in all runs, or
    [run, input, pixel]; wanted colours are [3, pixel] or [run, 3, pixel].
    """

    def __init__(self, shape: LayeredShape, runs: int) -> None:
        """Allocate buffers that do not depend on the number of pixels."""
        self._shape, self._runs = shape, runs
        self._groups = curved_groups(shape)
        self._curved = sum(rows.stop - rows.start for _, _, rows in self._groups)
        self._chunk = max(_LEAST_PIXELS, _CHUNK // (runs * shape.width))
        width = shape.width
        self._first = torch.zeros(runs, width, shape.inputs)
        self._hidden = torch.zeros(shape.depth - 1, runs, width, width)
        self._last = torch.zeros(runs, 3, width)
        self._sums = [self._first, *self._hidden]
        self._memories: dict[int, _Memory] = {}

    def value(self, weights: Weights, inputs: Inputs, wanted: Wanted) -> Float32[Tensor, " run"]:
        """Return the error of every run."""
        pixels = self._checked(weights, inputs, wanted)
        blocks = self._shape.matrices(weights)
        total = torch.zeros(self._runs, dtype=torch.float64)
        for start in range(0, pixels, self._chunk):
            part = slice(start, start + self._chunk)
            memory = self._forward(blocks, self._expanded(inputs[..., part]))
            painted = torch.bmm(blocks[-1], memory.maps[-1])
            total += _sum_of_squares(colour_error(painted, wanted[..., part]))
        return (total / (3 * pixels)).float()

    def gradient(
        self, weights: Weights, inputs: Inputs, wanted: Wanted, out: Weights
    ) -> Float32[Tensor, " run"]:
        """Return the error of every run, and write its gradient to ``out``."""
        pixels = self._checked(weights, inputs, wanted)
        blocks = self._shape.matrices(weights)
        total = torch.zeros(self._runs, dtype=torch.float64)
        for start in range(0, pixels, self._chunk):
            part = slice(start, start + self._chunk)
            below = self._expanded(inputs[..., part])
            memory = self._forward(blocks, below)
            painted = torch.bmm(blocks[-1], memory.maps[-1])
            scale = 2 / (3 * pixels)
            error, pull = colour_error_gradient(painted, wanted[..., part], scale)
            total += _sum_of_squares(error)
            self._backward(blocks, below, memory, pull, first=start == 0)
        self._write(out)
        return (total / (3 * pixels)).float()

    def _forward(
        self, blocks: list[Float32[Tensor, "run _above _below"]], below: Tensor
    ) -> _Memory:
        memory = self._memory(below.shape[-1])
        for block, maps, groups in zip(blocks[:-1], memory.maps, memory.curved, strict=True):
            torch.bmm(block, below, out=maps)
            for name, sums, slopes in groups:
                activate_with_slopes(name, sums, slopes)
            below = maps
        return memory

    def _backward(
        self,
        blocks: list[Float32[Tensor, "run _above _below"]],
        inputs: Tensor,
        memory: _Memory,
        painted_pull: Float32[Tensor, "run 3 pixel"],
        *,
        first: bool,
    ) -> None:
        """Add the gradient of one chunk of pixels, or overwrite by that of the first one."""
        maps = [inputs, *memory.maps]
        _add_product(self._last, painted_pull, maps[-1], first=first)
        pull = torch.bmm(blocks[-1].mT, painted_pull, out=memory.pulls[self._shape.depth % 2])
        for layer in range(self._shape.depth, 0, -1):
            groups = zip(memory.curved_pulls[layer % 2], memory.curved[layer - 1], strict=True)
            for rows, (_, _, slopes) in groups:
                rows.mul_(slopes)
            _add_product(self._sums[layer - 1], pull, maps[layer - 1], first=first)
            if layer > 1:
                # alternating: a product cannot be written over its factor
                other = memory.pulls[(layer - 1) % 2]
                pull = torch.bmm(blocks[layer - 1].mT, pull, out=other)

    def _write(self, out: Weights) -> None:
        blocks = self._shape.blocks
        out[:, : blocks[0].stop] = self._first.flatten(1)
        hidden = out[:, blocks[0].stop : blocks[-1].start]
        by_run = self._hidden.transpose(0, 1)
        hidden.view(by_run.shape).copy_(by_run)
        out[:, blocks[-1].start :] = self._last.flatten(1)

    def _expanded(self, inputs: Inputs) -> Float32[Tensor, "run input pixel"]:
        return inputs if inputs.dim() == 3 else inputs.expand(self._runs, *inputs.shape)

    def _memory(self, pixels: int) -> _Memory:
        if pixels not in self._memories:
            depth, size = self._shape.depth, (self._runs, self._shape.width, pixels)
            maps = [torch.empty(size) for _ in range(depth)]
            pulls = [torch.empty(size) for _ in range(2)]
            slopes = torch.empty(depth, self._runs, self._curved, pixels)
            self._memories[pixels] = _Memory(
                maps,
                pulls,
                [
                    [
                        (name, layer_maps[:, units], layer_slopes[:, rows])
                        for name, units, rows in self._groups
                    ]
                    for layer_maps, layer_slopes in zip(maps, slopes, strict=True)
                ],
                [[pull[:, units] for _, units, _ in self._groups] for pull in pulls],
            )
        return self._memories[pixels]

    def _checked(self, weights: Weights, inputs: Inputs, wanted: Wanted) -> int:
        """Return the number of pixels."""
        pixels = inputs.shape[-1]
        runs = {len(array) for array in (inputs, wanted) if array.dim() == 3} | {len(weights)}
        if runs != {self._runs} or inputs.shape[-2] != self._shape.inputs:
            raise ValueError(
                f"Got weights {tuple(weights.shape)}, inputs {tuple(inputs.shape)} and wanted "
                f"colours {tuple(wanted.shape)}; needed: {self._runs} runs and "
                f"{self._shape.inputs} inputs."
            )
        if pixels < 1 or wanted.shape[-1] != pixels:
            raise ValueError(
                f"Got inputs of {pixels} pixels and wanted colours of {wanted.shape[-1]}; they "
                "must be as many, at least 1."
            )
        return pixels


def _add_product(
    total: Float32[Tensor, "run above below"],
    pull: Float32[Tensor, "run above pixel"],
    below: Float32[Tensor, "run below pixel"],
    *,
    first: bool,
) -> None:
    # a product and a sum of so few entries take less time than baddbmm
    if first:
        torch.bmm(pull, below.mT, out=total)
    else:
        total.add_(torch.bmm(pull, below.mT))


def _sum_of_squares(error: Float32[Tensor, "run 3 pixel"]) -> Float32[Tensor, " run"]:
    norms: Tensor = torch.linalg.vector_norm(error, dim=(1, 2))
    return norms.square()
