"""A decision tree over words, whose splits ask whether the word k places back is a given one.

Splits decrease Gini impurity (CART, Breiman et al. 1984); one table of counts scores all questions.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64, Int64, UInt8

_LEAF = -1

Contexts = UInt8[np.ndarray, "sample place"]
Words = UInt8[np.ndarray, " sample"]
Counts = Float64[np.ndarray, "question word"]


@dataclass(frozen=True)
class TokenTree:
    """A grown tree; a leaf has the place -1."""

    place: Int64[np.ndarray, " node"]  # that the question is about, counted back from 0
    word: Int64[np.ndarray, " node"]
    children: Int64[np.ndarray, "node 2"]  # where to go for no and for yes
    counts: Int64[np.ndarray, "node word"]  # what followed

    @property
    def leaves(self) -> int:
        """The number of leaves."""
        return int((self.place == _LEAF).sum())

    def leaf(self, contexts: Contexts) -> Int64[np.ndarray, " sample"]:
        """Return the leaf that each context reaches."""
        nodes = np.zeros(len(contexts), dtype=np.int64)
        moving = np.arange(len(contexts))
        while True:
            moving = moving[self.place[nodes[moving]] != _LEAF]
            if not len(moving):
                return nodes
            node = nodes[moving]
            yes = contexts[moving, self.place[node]] == self.word[node]
            nodes[moving] = self.children[node, yes.astype(np.int64)]


def grow(contexts: Contexts, following: Words, words: int, least_gain: float) -> TokenTree:
    """Grow a tree until no question gains enough, in impurity times samples.

    In ``contexts`` the number ``words`` stands for a place before the beginning.
    """
    if not len(contexts):
        raise ValueError("A tree grows on at least one sample; there is none.")
    # a number for each place and word, and for what followed it
    asked = contexts.astype(np.int64) + (words + 1) * np.arange(contexts.shape[1])
    coded = asked * words + following[:, None]
    questions = contexts.shape[1] * (words + 1)
    places: list[int] = []
    asked_words: list[int] = []
    children: list[list[int]] = []
    counts: list[np.ndarray] = []
    waiting = [(np.arange(len(contexts)), -1, 0)]
    while waiting:
        samples, parent, answer = waiting.pop()
        node = len(places)
        if parent >= 0:
            children[parent][answer] = node
        counts.append(np.bincount(following[samples], minlength=words))
        table = np.bincount(coded[samples].ravel(), minlength=questions * words)
        gains = _gains(table.reshape(questions, words).astype(np.float64), len(samples))
        best = int(gains.argmax())
        children.append([_LEAF, _LEAF])
        if gains[best] < least_gain:
            places.append(_LEAF)
            asked_words.append(_LEAF)
            continue
        place, word = divmod(best, words + 1)
        places.append(place)
        asked_words.append(word)
        yes = contexts[samples, place] == word
        waiting += [(samples[~yes], node, 0), (samples[yes], node, 1)]
    return TokenTree(*(np.array(part) for part in (places, asked_words, children, counts)))


def _gains(yes: Counts, samples: int) -> Float64[np.ndarray, " question"]:
    """Return samples times the decrease of impurity, for every question; 0 where all agree."""
    # n samples with counts c have n times the impurity n - sum c^2 / n
    places = len(yes) // (yes.shape[1] + 1)
    everything = yes.sum(axis=0) / places  # every sample has one word at each place
    positive = yes.sum(axis=1)
    negative = samples - positive
    apart = (positive > 0) & (negative > 0)
    no = everything - yes
    purity = (yes**2).sum(axis=1) / np.maximum(positive, 1)
    purity += (no**2).sum(axis=1) / np.maximum(negative, 1)
    return np.where(apart, purity - (everything**2).sum() / samples, 0.0)
