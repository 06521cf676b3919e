"""Probabilities of every input as the target."""

import torch
from jaxtyping import Float32
from torch import Tensor

from compsparse.studies.factorial.network.head import HeadPart
from compsparse.studies.factorial.network.target import Target


class DenseTarget(Target):
    """Probabilities p(y | x) of every input, all inputs with the same weight."""

    def __init__(self, probabilities: Float32[Tensor, "run row y"]) -> None:
        """Take a copy of the probabilities."""
        rows = probabilities.shape[1]
        self._weight = torch.tensor(1 / rows)
        self._negative = probabilities * (-1 / rows)

    def add(self, part: HeadPart, hidden: Float32[Tensor, "part row dimension"]) -> None:
        """See ``Target.add``."""
        memory = part.memory
        scale = torch.div(self._weight, memory.sums, out=memory.sums)
        logits_gradient = torch.addcmul(
            self._negative[part.tile.index], memory.exponentials, scale, out=memory.exponentials
        )
        part.contract(logits_gradient, hidden)
