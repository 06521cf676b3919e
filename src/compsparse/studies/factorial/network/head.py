"""The softmax over output tokens and the gradient of the cross-entropy, by hand.

With E = exp(logits) and weights w_x, the gradient with respect to the logits of input x is w_x (E_x
/ sum(E_x) - p_x). It is computed for one tile of the inputs at a time.
"""

import math

import numpy as np
import torch
from jaxtyping import Float32

LOG2_E = 1 / math.log(2)
# sums outside are nearly too large or too small for float32
_SMALLEST, _LARGEST = 1e-25, 1e25


class Head:
    """Memory for some rows: E up to a factor for each, and its sums."""

    def __init__(self, runs: int, outputs: int, rows: int) -> None:
        """Allocate the memory."""
        self.exponentials = np.empty((runs, outputs, rows), np.float32)
        self._exponentials = torch.from_numpy(self.exponentials)
        self.sums = np.empty((runs, 1, rows), np.float32)
        self._ones = np.ones((1, outputs), np.float32)

    def exponentiate(
        self,
        hidden: Float32[np.ndarray, "run dimension row"],
        scaled_embedding: Float32[np.ndarray, "run y dimension"],
    ) -> None:
        """Fill ``exponentials`` and ``sums``; the output embedding is in units of log 2."""
        self._fill(hidden, scaled_embedding, shift=False)
        if not (self.sums.min() > _SMALLEST and self.sums.max() < _LARGEST):
            self._fill(hidden, scaled_embedding, shift=True)

    def _fill(
        self,
        hidden: Float32[np.ndarray, "run dimension row"],
        scaled_embedding: Float32[np.ndarray, "run y dimension"],
        *,
        shift: bool,
    ) -> None:
        logits = np.matmul(scaled_embedding, hidden, out=self.exponentials)
        if shift:
            logits -= logits.max(1, keepdims=True)
        torch.exp2(self._exponentials, out=self._exponentials)  # faster than exp
        np.matmul(self._ones, self.exponentials, out=self.sums)
