"""A fixed pool of sequences, each with one label: the answer to the question of one token.

Document 003, Part II, counts samples (sigma, x, y). A token is an index and a symbol, so the labels
of a pool are those of the cyclic variant, in which hops may start at any index.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Int64

from compsparse.studies.composition.attention.gradient import Part
from compsparse.studies.composition.attention.model import Read
from compsparse.studies.composition.attention.training import right_pairs
from compsparse.studies.composition.worlds import Task


@dataclass(frozen=True)
class Questions:
    """The sequences of a run's pool that are labelled for the same number of hops.

    Attributes:
        hop: 2^hop hops are asked for.
        read: the permutations that are read.
        token: asks the question.
        right: the pair to which its hops lead.
    """

    hop: int
    read: Int64[np.ndarray, "part fold n"]
    token: Int64[np.ndarray, " part"]
    right: Int64[np.ndarray, " part"]

    def select(self, chosen: slice) -> "Questions":
        """Return the chosen sequences."""
        return Questions(self.hop, self.read[chosen], self.token[chosen], self.right[chosen])

    def part(self, layer: int, share: float) -> Part:
        """Return them as a part of a loss, read after a layer, from 0."""
        return Part(layer, Read(self.read), self.token[:, None], self.right[:, None], share)


def draw_pool(
    task: Task,
    sequences: list[np.random.Generator],
    tokens: list[np.random.Generator],
    size: int,
    hops: tuple[int, ...],
) -> list[list[Questions]]:
    """Return a pool of ``size`` sequences for each run, split evenly over ``hops``.

    Sequence s is labelled for hop number s modulo ``len(hops)``, so that a smaller pool from the
    same generators is the beginning of a larger one.
    """
    read, answers = task.sequences(sequences, size)
    pools = []
    for run, random in enumerate(tokens):
        token = random.integers(task.tokens, size=size)
        parts = []
        for place, hop in enumerate(hops):
            chosen = slice(place, None, len(hops))
            pairs = right_pairs(answers[hop][run, chosen], hop)
            asked = token[chosen]
            parts.append(
                Questions(hop, read[run, chosen], asked, pairs[np.arange(len(asked)), asked])
            )
        pools.append(parts)
    return pools


def pool_slice(pool: list[Questions], start: int, end: int) -> list[Questions]:
    """Return the pool of the sequences from ``start`` up to, not including, ``end``."""

    def before(place: int, sequence: int) -> int:
        return len(range(place, sequence, len(pool)))

    return [
        part.select(slice(before(place, start), before(place, end)))
        for place, part in enumerate(pool)
    ]
