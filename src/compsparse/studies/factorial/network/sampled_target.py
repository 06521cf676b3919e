"""Observed pairs (x, y) as the target."""

import numpy as np
import torch
from jaxtyping import Float32, Int64
from torch import Tensor

from compsparse.studies.factorial.network.head import HeadPart
from compsparse.studies.factorial.network.target import Target


class SampledTarget(Target):
    """Observed pairs, all with the same weight.

    The network runs once for each input, weighted by how often it was drawn, not once for each
    pair.
    """

    def __init__(self, runs: int, rows: int, outputs: int) -> None:
        """Allocate for ``rows`` inputs and ``outputs`` outputs; no pair is observed yet."""
        self._rows, self._outputs = rows, outputs
        self._weights = torch.zeros(runs, rows, 1)
        self._pairs: Int64[np.ndarray, " pair"] = np.zeros(0, dtype=np.int64)
        self._pair_gradients = torch.zeros(0)

    def observe(
        self, inputs: Int64[np.ndarray, "run sample"], outputs: Int64[np.ndarray, "run sample"]
    ) -> None:
        """Take the pairs of the next step, which replace those of the last."""
        runs, samples = inputs.shape
        flat_inputs = (inputs + self._rows * np.arange(runs)[:, None]).reshape(-1)
        counts = np.bincount(flat_inputs, minlength=runs * self._rows)
        weights = torch.from_numpy((counts / samples).astype(np.float32))
        self._weights.copy_(weights.view(runs, self._rows, 1))
        # sorted, so that the pairs of a tile lie together
        self._pairs = np.sort(flat_inputs * self._outputs + outputs.reshape(-1))
        self._pair_gradients = torch.full((len(self._pairs),), -1 / samples)

    def add(self, part: HeadPart, hidden: Float32[Tensor, "part row dimension"]) -> None:
        """See ``Target.add``."""
        memory, tile = part.memory, part.tile
        scale = torch.div(self._weights[tile.index], memory.sums, out=memory.sums)
        logits_gradient = memory.exponentials.mul_(scale)
        start = (tile.runs[0] * self._rows + tile.rows[0]) * self._outputs
        first, end = np.searchsorted(self._pairs, [start, start + logits_gradient.numel()])
        places = torch.from_numpy(self._pairs[first:end] - start)
        logits_gradient.view(-1).index_add_(0, places, self._pair_gradients[: len(places)])
        part.contract(logits_gradient, hidden)
