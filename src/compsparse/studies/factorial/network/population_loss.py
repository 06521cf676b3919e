"""The exact Kullback-Leibler divergence of every input, in float64."""

import numpy as np
import torch
from jaxtyping import Float32, Float64, Int64
from torch import Tensor


class PopulationLoss:
    """Divergence of a network from the true conditional distributions of one run.

    Everything from the hidden states on is float64: in float32 small losses drown in rounding and
    turn negative.
    """

    def __init__(
        self, groups: Int64[np.ndarray, " x"], probabilities: Float64[np.ndarray, "group y"]
    ) -> None:
        """Take the distinct ``probabilities``, and the row of them that each input has."""
        self._groups = torch.from_numpy(groups)
        self._probabilities = torch.from_numpy(probabilities)
        self._mass = self._probabilities.sum(1)
        # sum p log p of each distribution, with 0 log 0 = 0
        self._negative_entropy = torch.special.xlogy(self._probabilities, self._probabilities).sum(
            1
        )

    def divergences(
        self,
        hidden: Float32[Tensor, "row dimension"],
        output_embedding: Float32[Tensor, "dimension y"],
        first_row: int = 0,
    ) -> Float64[np.ndarray, " row"]:
        """Return sum_y p(y | x) (log p(y | x) - log q(y | x)) from ``first_row`` on, in nats."""
        # the summand of the population loss (document 004, Section 2, (1))
        groups = self._groups[first_row : first_row + len(hidden)]
        logits = hidden.double() @ output_embedding.double()
        logits -= logits.amax(1, keepdim=True)
        cross = torch.linalg.vecdot(self._probabilities[groups], logits)
        log_normalizer = logits.exp_().sum(1).log_()
        divergences: Float64[np.ndarray, " row"] = (
            self._negative_entropy[groups] - cross + self._mass[groups] * log_normalizer
        ).numpy()
        return divergences
