"""The gradient of the attention-only model by hand: training spends its time here.

The loss is the negative log-likelihood of right answers. Three things make this faster than
automatic differentiation of the whole model: sequences pass through no layer after the one where
their answers are read; of that layer's output only the weight on the right answer is computed,
which takes no product of matrices; and one model at a time fits into the processor's caches.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from jaxtyping import Float, Int64

from compsparse.studies.composition.attention.model import (
    Outputs,
    Sequences,
    Weights,
    row_sums,
    softmax,
)

FLOOR = np.float32(1e-6)  # keeps the logarithm finite where an answer has no weight


@dataclass(frozen=True)
class Part:
    """Sequences of which answers are read after the same layer.

    Attributes:
        layer: after which they are read, from 0.
        sequences: what is read.
        asked: tokens that ask.
        right: the pair that answers each.
        share: of each answer in the loss.
    """

    layer: int
    sequences: Sequences
    asked: Int64[np.ndarray, "batch asked"]
    right: Int64[np.ndarray, "batch asked"]
    share: float

    @cached_property
    def entries(self) -> Int64[np.ndarray, " answer"]:
        """Which entries of the flat attention of the first layer the answers are."""
        return self.sequences.entries(self.asked, self.right).reshape(-1)

    @staticmethod
    def rows(
        tokens: int, of_pairs: Int64[np.ndarray, "batch asked"]
    ) -> Int64[np.ndarray, " answer"]:
        """Return where tokens or pairs stand among those of all sequences."""
        return (of_pairs + np.arange(len(of_pairs))[:, None] * tokens).reshape(-1)


def gradient(weights: Weights, parts: Sequence[Part]) -> Weights:
    """Return the gradient of the summed loss of all parts in the weights of each layer."""
    slopes = [np.zeros_like(layer) for layer in weights]
    first = softmax(weights[0].copy())
    to_first = np.zeros_like(first)
    for part in parts:
        if part.layer == 0:
            slope = slope_of(first.reshape(-1)[part.entries], part.share)
            added = np.bincount(part.entries, slope, minlength=first.size)
            to_first += added.reshape(first.shape).astype(np.float32)
        else:
            out = part.sequences.spread(first)
            to_first += part.sequences.collect(_later(weights, slopes, out, 1, part))
    slopes[0][:] = through_softmax(first, to_first)
    return slopes


def _later(weights: Weights, slopes: Weights, before: Outputs, layer: int, part: Part) -> Outputs:
    """Add the gradient of a layer and all after it; return the slope in the output before it."""
    if layer == part.layer:
        return _last(weights[layer], slopes[layer], before, part)
    flat = before.reshape(-1, before.shape[-1])
    attention = softmax(flat @ weights[layer]).reshape(before.shape)
    to_out = _later(weights, slopes, attention @ before, layer + 1, part)
    scores = through_softmax(attention, to_out @ before.mT).reshape(flat.shape)
    slopes[layer] += flat.T @ scores
    slope = attention.mT @ to_out
    slope += (scores @ weights[layer].T).reshape(before.shape)
    return np.asarray(slope)


def _last(
    layer: Float[np.ndarray, "token token"],
    to_layer: Float[np.ndarray, "token token"],
    before: Outputs,
    part: Part,
) -> Outputs:
    """Add the gradient of the layer that is read; return the slope in the output before it."""
    tokens = before.shape[-1]
    whole = before.reshape(-1, tokens)
    all_ask = part.asked.shape[1] == tokens
    asking = whole if all_ask else whole[part.rows(tokens, part.asked)]
    # of each token, its weight on the right answer
    offered = np.ascontiguousarray(before.mT).reshape(-1, tokens)[part.rows(tokens, part.right)]
    attention = softmax(asking @ layer)
    weight = row_sums(attention * offered)
    slope = slope_of(weight, part.share)
    offered -= weight
    offered *= attention
    offered *= slope
    to_layer += asking.T @ offered
    attention *= slope
    answers = np.zeros_like(attention)
    answers[np.arange(len(answers)), part.right.reshape(-1)] = 1
    shape = *part.right.shape, tokens
    to_before = attention.reshape(shape).mT @ answers.reshape(shape)
    to_asking = offered @ layer.T
    if all_ask:
        to_before += to_asking.reshape(shape)
    else:
        to_before.reshape(-1, tokens)[part.rows(tokens, part.asked)] += to_asking
    return np.asarray(to_before)


def slope_of(weight: Float[np.ndarray, "..."], share: float) -> Float[np.ndarray, "..."]:
    """Return the slope of the loss in the weight on right answers, each with such a share."""
    return np.asarray(np.float32(-share) / (weight + FLOOR))


def through_softmax(
    attention: Float[np.ndarray, "*batch key"], slope: Float[np.ndarray, "*batch key"]
) -> Float[np.ndarray, "*batch key"]:
    """Return the slope in the scores for that in the attention, which is overwritten."""
    slope -= row_sums(attention * slope)
    slope *= attention
    return slope
