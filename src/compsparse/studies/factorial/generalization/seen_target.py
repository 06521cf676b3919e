"""Probabilities of some of the inputs as the target; the others have no weight."""

import numpy as np
import torch
from jaxtyping import Float32, Float64, Int64
from torch import Tensor

from compsparse.studies.factorial.network.head import HeadPart
from compsparse.studies.factorial.network.target import Target


class SeenTarget(Target):
    """Probabilities p(y | x) of the seen inputs, all with the same weight.

    An unseen input has no gradient, so Adam leaves its embedding where it started.
    """

    def __init__(
        self,
        groups: Int64[np.ndarray, "run row"],
        probabilities: list[Float64[np.ndarray, "_ y"]],
        seen: Int64[np.ndarray, "run row"],
    ) -> None:
        weights = seen / seen.sum(1, keepdims=True)
        self._weights = torch.from_numpy(weights[:, :, None].astype(np.float32))
        dense = np.stack([p[rows] for p, rows in zip(probabilities, groups, strict=True)])
        self._negative = torch.from_numpy(dense.astype(np.float32)) * -self._weights

    def add(self, part: HeadPart, hidden: Float32[Tensor, "part row dimension"]) -> None:
        """See ``Target.add``."""
        memory, index = part.memory, part.tile.index
        scale = torch.div(self._weights[index], memory.sums, out=memory.sums)
        logits_gradient = torch.addcmul(
            self._negative[index], memory.exponentials, scale, out=memory.exponentials
        )
        part.contract(logits_gradient, hidden)
