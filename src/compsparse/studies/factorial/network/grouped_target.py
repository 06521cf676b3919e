"""Probabilities as the target where many inputs have the same ones."""

import numpy as np
import torch
from jaxtyping import Float32, Int64
from torch import Tensor

from compsparse.studies.factorial.network import head, residual_block
from compsparse.studies.factorial.network.target import Target


class GroupedTarget(Target):
    """Probabilities of groups of inputs, all inputs with the same weight.

    The target enters the gradient linearly: the product of each group's probabilities with the
    output embedding and the sum of its hidden states are enough, and no array of inputs times
    outputs exists.
    """

    def __init__(
        self,
        groups: Int64[np.ndarray, "run row"],
        probabilities: Float32[Tensor, "run group y"],
        dimension: int,
    ) -> None:
        """Take the group of every input and the probabilities of every group."""
        runs, count, _ = probabilities.shape
        self._weight = 1 / groups.shape[1]
        self._weight_tensor = torch.tensor(self._weight)
        self._probabilities = probabilities
        self._mean_embedding = torch.empty(runs, count, dimension)
        self._hidden_sums = torch.empty(runs, count, dimension)
        # one index over (run, group), so that one call serves all runs of a tile
        self._groups = torch.from_numpy(groups + count * np.arange(runs)[:, None])

    def prepare(self, output_embedding: Float32[Tensor, "run dimension y"]) -> None:
        """Compute each group's mean output vector, weighted."""
        torch.bmm(self._probabilities, output_embedding.mT, out=self._mean_embedding)
        self._mean_embedding.mul_(self._weight)
        self._hidden_sums.zero_()

    def add(self, part: head.HeadPart, hidden: Float32[Tensor, "part row dimension"]) -> None:
        """See ``Target.add``; the target's part of the output embedding comes in ``finish``."""
        memory, dimension = part.memory, hidden.shape[2]
        groups = self._groups[part.tile.index].reshape(-1)
        scale = torch.div(self._weight_tensor, memory.sums, out=memory.sums)
        torch.bmm(memory.exponentials, part.output_embedding.mT, out=part.hidden_gradient)
        part.hidden_gradient.mul_(scale)
        scratch = memory.scratch.view(-1, dimension)
        torch.index_select(self._mean_embedding.view(-1, dimension), 0, groups, out=scratch)
        part.hidden_gradient.sub_(memory.scratch)
        sums = self._hidden_sums.view(-1, dimension)
        sums.index_add_(0, groups, hidden.view(-1, dimension))
        # scaling the few columns of the hidden states spares a pass over the exponentials
        scaled = torch.mul(hidden, scale, out=memory.scratch)
        residual_block.accumulate_product(
            part.output_embedding_gradient, scaled, memory.exponentials, part.keep
        )

    def finish(self, output_embedding_gradient: Float32[Tensor, "run dimension y"]) -> None:
        """Subtract the products of hidden sums and probabilities."""
        output_embedding_gradient.baddbmm_(
            self._hidden_sums.mT, self._probabilities, alpha=-self._weight
        )
