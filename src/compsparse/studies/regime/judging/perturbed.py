"""Images of many copies of one network, in each of which one weight is changed.

A change of one weight changes one unit. The layers below it do not change, the layer above changes
along that unit's outgoing weights, and only the layers from there on are computed again, for all
copies in one product.
"""

import numpy as np
from jaxtyping import Float32, Int64

from compsparse.studies.regime.network.activations import ACTIVATIONS
from compsparse.studies.regime.network.colours import colours
from compsparse.studies.regime.network.forward import activate
from compsparse.studies.regime.network.shape import LayeredShape

_COPIED_PIXELS = 8192  # computed at once, so that the maps of a layer stay in the cache


class PerturbedNetwork:
    """One network over fixed pixels, with its ``image``, ready for changes of single weights."""

    def __init__(
        self,
        shape: LayeredShape,
        weights: Float32[np.ndarray, " weight"],
        inputs: Float32[np.ndarray, "input pixel"],
    ) -> None:
        """Compute all maps of the unchanged network."""
        self.shape = shape
        self._matrices = shape.matrices(weights)
        self._names = np.array(shape.activations)
        self._below = [inputs]  # what each block reads
        self._sums: list[np.ndarray] = []  # what each block gives
        for matrix in self._matrices:
            self._sums.append(matrix @ self._below[-1])
            if len(self._below) <= shape.depth:  # outputs are linear
                self._below.append(activate(shape, self._sums[-1].copy()))
        self.image: Float32[np.ndarray, "3 pixel"] = colours(self._sums[-1])

    def images(
        self, indices: Int64[np.ndarray, " copy"], deltas: Float32[np.ndarray, " copy"]
    ) -> Float32[np.ndarray, "copy 3 pixel"]:
        """Return the images with ``deltas`` added to the weights of these flat indices."""
        pixels = self.image.shape[1]
        images = np.empty((len(indices), 3, pixels), dtype=np.float32)
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
        self,
        number: int,
        rows: Int64[np.ndarray, " copy"],
        moves: Float32[np.ndarray, "copy pixel"],
    ) -> Float32[np.ndarray, "copy 3 pixel"]:
        """Return the images after a change of the sums of some units of a block."""
        copies = np.arange(len(rows))
        if number == self.shape.depth:
            sums = np.repeat(self._sums[-1][:, None], len(rows), axis=1)
            sums[rows, copies] += moves
            return colours(sums.swapaxes(0, 1))
        moved = self._sums[number][rows] + moves
        names = self._names[rows]
        for name in np.unique(names):
            moved[names == name] = ACTIVATIONS[name](moved[names == name])
        moved -= self._below[number + 1][rows]
        sums = self._matrices[number + 1][:, rows, None] * moved
        sums += self._sums[number + 1][:, None]
        for matrix in self._matrices[number + 2 :]:
            below = activate(self.shape, sums.reshape(len(sums), -1))
            sums = (matrix @ below).reshape(len(matrix), *moved.shape)
        return colours(sums.swapaxes(0, 1))
