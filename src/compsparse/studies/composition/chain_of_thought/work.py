"""What a layer of attention costs: floating-point operations of its matrix products.

Multiplications and additions count one each; the softmax and the sum with the residual are left
out, as they are of lower order. A layer of width d that answers q of its tokens and attends to T
makes 4 d q (d + T) operations: W_KQ x and W_OV x take 2 d^2 for each token, scores and means 2 d T.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64
from scipy.special import softmax

from compsparse.studies.composition.task.hops import layers_needed
from compsparse.studies.composition.written_down.layers import Layer, Tokens, width

# a chain of thought; log2(k) + 1 layers in one step, for one question; the same, for all tokens
WAYS = ("chain", "direct_one", "direct_all")


@dataclass
class Work:
    """Operations so far.

    Attributes:
        dense: all.
        without_zeros: those of products without a zero factor; nearly all entries of weights and
            codes are zero.
    """

    dense: int = 0
    without_zeros: int = 0

    def product(
        self, left: Float64[np.ndarray, "row inner"], right: Float64[np.ndarray, "inner column"]
    ) -> Float64[np.ndarray, "row column"]:
        """Return the product of two matrices, and count its operations."""
        rows, inner = left.shape
        self.dense += 2 * rows * inner * right.shape[1]
        self.without_zeros += 2 * int((left != 0).sum(axis=0) @ (right != 0).sum(axis=1))
        return np.asarray(left @ right)

    def attend(
        self,
        layer: Layer,
        tokens: Tokens,
        asking: Float64[np.ndarray, "d query"],
    ) -> Float64[np.ndarray, "d query"]:
        """Return the output of the layer at the tokens ``asking``, and count its operations."""
        scores = self.product(tokens.T, self.product(layer.keys_and_queries, asking))
        seen = self.product(tokens, softmax(scores, axis=0))
        return np.asarray(asking + self.product(layer.values, seen))


def chain_operations(folds: int, symbols: int) -> int:
    """Return the dense operations of a chain of thought: one query at each of k steps.

    Tokens have d = 4 k N numbers; at step t there are k N + t of them.
    """
    pairs = folds * symbols
    d = 4 * pairs
    return 4 * d * (folds * (d + pairs) + folds * (folds + 1) // 2)


def direct_operations(folds: int, symbols: int, questions: int) -> int:
    """Return the dense operations of log2(k) + 1 layers, for several questions at once.

    All layers but the last are needed at all k N tokens, the last one only at the questions.
    """
    pairs, d = folds * symbols, width(folds, symbols)
    before = (layers_needed(folds) - 1) * pairs
    return 4 * d * (d + pairs) * (before + questions)
