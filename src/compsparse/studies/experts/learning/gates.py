"""How routers weigh experts: by a softmax over all, or by the highest scores alone."""

from copy import copy

import numpy as np
from jaxtyping import Bool, Float32

ROUTER_SPREAD = 0.5  # of first weights for a softmax, whatever a router sees
Scores = Float32[np.ndarray, "net batch expert"]


class Softmax:
    """Gates of all experts, with the sum 1."""

    def first_weights(self, shape: tuple[int, ...], random: np.random.Generator) -> np.ndarray:
        """Draw the router of one network, inputs and a bias by experts: normal ones."""
        return np.asarray(ROUTER_SPREAD * random.standard_normal(shape))

    def open(self, scores: Scores) -> Scores:
        """Return the gates; scores are overwritten. Keeps what ``slope`` needs."""
        scores -= over_experts(np.maximum, scores)
        np.exp(scores, out=scores)
        scores /= over_experts(np.add, scores)
        self._gates = scores
        return scores

    def slope(self, slope: Scores) -> Scores:
        """Return slopes in the scores for those in the gates, which are overwritten."""
        slope -= over_experts(np.add, slope * self._gates)
        slope *= self._gates
        return slope


class Highest:
    """Gates of the experts with the highest scores, and offsets that may balance their load.

    As DeepSeek-V3 has it: scores are sigmoids, the top k of score plus offset are kept and their
    scores divided by their sum; after each step the offset of an expert with less than the mean
    load rises by a constant, that of the others falls. Where one expert is kept its score is the
    gate as it is: divided by itself it would teach the router nothing.

    Attributes:
        offset: of each expert's score; the first axis is 1 or that of networks.
        kept: which experts the last inputs went to.
    """

    def __init__(self, experts: int, kept: int, step: float) -> None:
        """Offsets start at 0 and move by ``step`` with every gradient, against the load."""
        self.offset = np.zeros((1, 1, experts), dtype=np.float32)
        self._number, self._mean, self._step = kept, kept / experts, step

    def rows(self, part: slice) -> "Highest":
        """Return the gate of some of the networks, which shares their offsets with this one."""
        chosen = copy(self)
        chosen.offset = self.offset[part]
        return chosen

    def first_weights(self, shape: tuple[int, ...], random: np.random.Generator) -> np.ndarray:
        """As of ``Softmax``, but uniform as torch's linear layers."""
        return np.asarray(random.uniform(-1, 1, shape) / np.sqrt(shape[0] - 1))

    def open(self, scores: Scores) -> Scores:
        """As of ``Softmax``."""
        self._scores = 1 / (1 + np.exp(-scores))
        self.kept = keep_highest(self._scores + self.offset, self._number)
        gates = self._scores * self.kept
        several = self._number > 1
        self._sum = over_experts(np.add, gates) if several else np.ones_like(gates[..., :1])
        self._gates = gates / self._sum
        return np.asarray(self._gates)

    def slope(self, slope: Scores) -> Scores:
        """As of ``Softmax``; moves the offsets, too."""
        if self._number > 1:
            slope -= over_experts(np.add, slope * self._gates)
        of_scores = slope * self.kept / self._sum
        of_scores *= self._scores * (1 - self._scores)
        if self._step:
            load = self.kept.mean(axis=1, keepdims=True, dtype=np.float32)
            self.offset += np.float32(self._step) * np.sign(self._mean - load)
        return np.asarray(of_scores)


def keep_highest(scores: Scores, number: int) -> Bool[np.ndarray, "net batch expert"]:
    """Return which scores are among the highest ones of their row; the first of equal ones."""
    least = np.partition(scores, -number, axis=2)[..., -number, None]
    kept: Bool[np.ndarray, "net batch expert"] = scores >= least
    many = kept.sum(axis=2) > number  # equal scores
    if many.any():
        order = np.argsort(-scores[many], axis=1, kind="stable")[:, :number]
        first = np.zeros((len(order), scores.shape[2]), dtype=bool)
        np.put_along_axis(first, order, True, axis=1)
        kept[many] = first
    return kept


def over_experts(operation: np.ufunc, values: Scores) -> Float32[np.ndarray, "net batch 1"]:
    """Return the sum, or the largest, of each row.

    Along a short axis numpy is slow; up to 7 numbers it takes one after the other, as here.
    """
    experts = values.shape[2]
    if experts > 7:
        return np.asarray(operation.reduce(values, axis=2, keepdims=True))
    found = values[..., :1].copy()
    for expert in range(1, experts):
        operation(found, values[..., expert : expert + 1], out=found)
    return found
