"""What a network is to predict: probabilities of every input, or observed pairs."""

import numpy as np
from jaxtyping import Float32, Float64, Int64

from compsparse.studies.factorial.network.tiles import Tile


class Target:
    """The target's part in a gradient that is computed tile by tile.

    Attributes:
        weights: of the inputs in the mean cross-entropy.
    """

    weights: Float32[np.ndarray, "run 1 row"]

    def subtract(self, tile: Tile, gradient: Float32[np.ndarray, "part y row"]) -> None:
        """Subtract the weighted probabilities of a tile from its gradient of the logits."""
        raise NotImplementedError


class DenseTarget(Target):
    """Probabilities p(y | x) of every input; an input of no weight has no gradient."""

    def __init__(self, weighted: Float64[np.ndarray, "run row y"]) -> None:
        """Take a copy of the probabilities, each times the weight of its input."""
        self.weights = weighted.sum(2)[:, None].astype(np.float32)
        self._weighted = weighted.mT.astype(np.float32, order="C")

    def subtract(self, tile: Tile, gradient: Float32[np.ndarray, "part y row"]) -> None:
        """See ``Target.subtract``."""
        gradient -= self._weighted[tile.index]


class SampledTarget(Target):
    """Observed pairs (x, y), all with the same weight.

    The network runs once for each input, weighted by how often it was drawn, not once for each
    pair.
    """

    def __init__(self, runs: int, rows: int, outputs: int) -> None:
        """Allocate for ``rows`` inputs and ``outputs`` outputs; no pair is observed yet."""
        self._outputs = outputs
        self.weights = np.zeros((runs, 1, rows), np.float32)
        self._pairs: Int64[np.ndarray, " pair"] = np.zeros(0, dtype=np.int64)
        self._weight = np.float32(0)

    def observe(
        self, inputs: Int64[np.ndarray, "run sample"], outputs: Int64[np.ndarray, "run sample"]
    ) -> None:
        """Take the pairs of the next step, which replace those of the last."""
        (runs, _, rows), samples = self.weights.shape, inputs.shape[1]
        flat = (inputs + rows * np.arange(runs)[:, None]).reshape(-1)
        counts = np.bincount(flat, minlength=runs * rows)
        self.weights[:, 0] = (counts / samples).reshape(runs, rows)
        # sorted, so that the pairs of a tile lie together
        self._pairs = np.sort(flat * self._outputs + outputs.reshape(-1))
        self._weight = np.float32(1 / samples)

    def subtract(self, tile: Tile, gradient: Float32[np.ndarray, "part y row"]) -> None:
        """See ``Target.subtract``."""
        _, outputs, rows = gradient.shape
        start = (tile.runs[0] * self.weights.shape[2] + tile.rows[0]) * outputs
        first, end = np.searchsorted(self._pairs, [start, start + gradient.size])
        pairs = self._pairs[first:end] - start
        # by floor division alone, which numpy has a fast form of
        flat_rows = pairs // outputs
        run = flat_rows // rows
        y, row = pairs - flat_rows * outputs, flat_rows - run * rows
        np.subtract.at(gradient.reshape(-1), (run * outputs + y) * rows + row, self._weight)
