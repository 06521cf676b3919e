"""Images of many copies of one network, in each of which one weight is changed.

A change of one weight changes one unit. The layers below it do not change, the layer above changes
along that unit's outgoing weights, and only the layers from there on are computed again, for all
copies in one product.
"""

import numpy as np
import torch
from jaxtyping import Float32, Int64
from torch import Tensor

from compsparse.studies.regime.network.activations import ACTIVATIONS
from compsparse.studies.regime.network.colours import colours
from compsparse.studies.regime.network.shape import LayeredShape

_COPIED_PIXELS = 8192  # computed at once, so that the maps of a layer stay in the cache


class PerturbedNetwork:
    """One network over fixed pixels, with its ``image``, ready for changes of single weights."""

    def __init__(
        self,
        shape: LayeredShape,
        weights: Float32[Tensor, " weight"],
        inputs: Float32[Tensor, "input pixel"],
    ) -> None:
        """Compute all maps of the unchanged network."""
        self.shape = shape
        self._matrices = shape.matrices(weights)
        self._activated = _activated_units(shape)
        self._below = [inputs]  # what each block reads
        self._sums: list[Tensor] = []  # what each block gives
        for matrix in self._matrices:
            self._sums.append(matrix @ self._below[-1])
            self._below.append(self._activate(self._sums[-1].clone()))
        del self._below[-1]  # outputs are linear
        self.image: Float32[Tensor, "3 pixel"] = colours(self._sums[-1])

    def images(
        self, indices: Int64[np.ndarray, " copy"], deltas: Float32[Tensor, " copy"]
    ) -> Float32[Tensor, "copy 3 pixel"]:
        """Return the images with ``deltas`` added to the weights of these flat indices."""
        pixels = self.image.shape[1]
        images = torch.empty(len(indices), 3, pixels)
        at_once = max(1, _COPIED_PIXELS // pixels)
        for number, block in enumerate(self.shape.blocks):
            copies = np.flatnonzero((indices >= block.start) & (indices < block.stop))
            for start in range(0, len(copies), at_once):
                batch = copies[start : start + at_once]
                rows, columns = np.divmod(indices[batch] - block.start, block.columns)
                moves = deltas[batch][:, None] * self._below[number][columns]
                images[batch] = self._painted(number, rows, moves)
        return images

    def _painted(
        self, number: int, rows: Int64[np.ndarray, " copy"], moves: Float32[Tensor, "copy pixel"]
    ) -> Float32[Tensor, "copy 3 pixel"]:
        """Return the images after a change of the sums of some units of a block."""
        if number == len(self._matrices) - 1:
            sums = self._sums[-1].expand(len(rows), -1, -1).clone()
            sums[torch.arange(len(rows)), rows] += moves
            return colours(sums)
        moved = self._sums[number][rows] + moves
        for name, units in self._activated:
            those = np.flatnonzero((rows >= units.start) & (rows < units.stop))
            if len(those):
                moved[those] = ACTIVATIONS[name](moved[those])
        moved -= self._below[number + 1][rows]
        outgoing = self._matrices[number + 1][:, rows]
        sums = torch.addcmul(self._sums[number + 1][:, None], outgoing[:, :, None], moved[None])
        for matrix in self._matrices[number + 2 :]:
            below = self._activate(sums).flatten(start_dim=1)
            sums = (matrix @ below).view(len(matrix), *moved.shape)
        return colours(sums.transpose(0, 1))

    def _activate(self, sums: Float32[Tensor, "unit *pixel"]) -> Float32[Tensor, "unit *pixel"]:
        """Replace the sums of the units of a hidden layer by the units' values."""
        for name, units in self._activated:
            sums[units] = ACTIVATIONS[name](sums[units])
        return sums


def _activated_units(shape: LayeredShape) -> list[tuple[str, slice]]:
    """Return the units of a hidden layer that are not the identity."""
    units: list[tuple[str, slice]] = []
    start = 0
    for name, number in shape.units:
        if name != "identity":
            units.append((name, slice(start, start + number)))
        start += number
    return units
