"""The exact Kullback-Leibler divergence of every input, in float64."""

import numpy as np
import torch
from jaxtyping import Float32, Float64, Int64


class PopulationLoss:
    """Divergence of a network from the true conditional distributions of one run.

    Everything from the hidden states on is float64: in float32 small losses drown in rounding and
    turn negative.
    """

    def __init__(
        self, groups: Int64[np.ndarray, " x"], probabilities: Float64[np.ndarray, "group y"]
    ) -> None:
        """Take the distinct ``probabilities``, and the row of them that each input has."""
        self._groups, self._probabilities = groups, probabilities
        # sum p log p of each distribution, with 0 log 0 = 0
        positive = np.where(probabilities > 0, probabilities, 1)
        self._negative_entropy = (probabilities * np.log(positive)).sum(1)

    def divergences(
        self,
        hidden: Float32[np.ndarray, "dimension row"],
        output_embedding: Float32[np.ndarray, "y dimension"],
        first_row: int = 0,
    ) -> Float64[np.ndarray, " row"]:
        """Return sum_y p(y | x) (log p(y | x) - log q(y | x)) from ``first_row`` on, in nats."""
        # the summand of the population loss (document 004, Section 2, (1))
        groups = self._groups[first_row : first_row + hidden.shape[1]]
        logits = torch.from_numpy(
            np.matmul(hidden.T.astype(np.float64), output_embedding.T.astype(np.float64))
        )
        log_q = torch.log_softmax(logits, dim=1).numpy()
        return np.asarray(
            self._negative_entropy[groups] - np.vecdot(self._probabilities[groups], log_q)
        )
