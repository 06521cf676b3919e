"""The softmax over output tokens and the gradient of the cross-entropy, by hand.

With E = exp(logits) and weights w_x, the gradient with respect to the logits of input x is w_x (E_x
/ sum(E_x) - p_x). It is computed for one tile of the inputs at a time.
"""

import math
from dataclasses import dataclass

import torch
from jaxtyping import Float32
from torch import Tensor

from compsparse.studies.factorial.network import residual_block, tiles

_LOG2_E = 1 / math.log(2)
# float32 reaches 2^127; below this bound sums over tokens and products with weights stay inside
_LARGEST_EXPONENT = 100.0


def needs_shift(
    output_embedding: Float32[Tensor, "run dimension y"],
    scratch: Float32[Tensor, "run dimension y"],
) -> bool:
    """Return whether some logit may be too large for float32's exp; overwrites ``scratch``."""
    # hidden states have a length of at most sqrt(dimension), so a logit is at most that times the
    # length of the longest output vector
    squares = torch.mul(output_embedding, output_embedding, out=scratch)
    longest = squares.sum(1).amax().item()
    return not math.sqrt(output_embedding.shape[1] * longest) * _LOG2_E < _LARGEST_EXPONENT


class HeadMemory:
    """Memory for some rows: E up to a factor for each, its sums, and scratch for targets."""

    def __init__(self, runs: int, rows: int, dimension: int, outputs: int) -> None:
        """Allocate the memory."""
        self.exponentials = torch.empty(runs, rows, outputs)
        self.sums = torch.empty(runs, rows, 1)
        self.scratch = torch.empty(runs, rows, dimension)
        self._flat_exponentials = self.exponentials.view(runs * rows, outputs)
        self._flat_sums = self.sums.view(runs * rows, 1)
        self._ones = torch.ones(outputs, 1)

    def exponentiate(
        self,
        hidden: Float32[Tensor, "run row dimension"],
        output_embedding: Float32[Tensor, "run dimension y"],
        *,
        shift: bool,
    ) -> None:
        """Fill ``exponentials`` and ``sums``; with ``shift``, relative to each row's maximum."""
        logits = self.exponentials
        # in units of log 2, since exp2 is the faster function
        torch.baddbmm(logits, hidden, output_embedding, beta=0, alpha=_LOG2_E, out=logits)
        if shift:
            logits.sub_(logits.amax(2, keepdim=True))
        torch.exp2(logits, out=logits)
        torch.mm(self._flat_exponentials, self._ones, out=self._flat_sums)


@dataclass(frozen=True)
class HeadPart:
    """What the head reads and writes for one tile."""

    tile: tiles.Tile
    memory: HeadMemory  # with the exponentials of these rows
    output_embedding: Float32[Tensor, "run dimension y"]
    output_embedding_gradient: Float32[Tensor, "run dimension y"]  # where its gradient accumulates
    hidden_gradient: Float32[
        Tensor, "run row dimension"
    ]  # where the gradient for the hidden states goes
    keep: float  # 0.0 for the first rows of a run, whose gradients overwrite; 1.0 for the others

    def contract(
        self,
        logits_gradient: Float32[Tensor, "run row y"],
        hidden: Float32[Tensor, "run row dimension"],
    ) -> None:
        """Take the gradient with respect to the logits to both factors of the logits."""
        residual_block.accumulate_product(
            self.output_embedding_gradient, hidden, logits_gradient, self.keep
        )
        torch.bmm(logits_gradient, self.output_embedding.mT, out=self.hidden_gradient)
