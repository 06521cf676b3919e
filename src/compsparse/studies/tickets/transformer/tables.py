"""Boolean functions of the bits of two tokens: which bits, and the table of values.

A table of k bits has 2^k values; the bits that it reads are the binary digits of the index, first
bit highest.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from jaxtyping import Bool, Float64, Int64

AVAILABLE = 16  # bits of the previous token, then those of the current one
Kind = Literal["random", "majority", "dense"]
Draw = Callable[[np.random.Generator, int], Bool[np.ndarray, " place"]]


@dataclass(frozen=True)
class Task:
    """Output bits that are functions of ``arity`` bits each."""

    arity: int
    kind: Kind


@dataclass(frozen=True)
class BooleanTable:
    """A function of some of the available bits that depends on each of them.

    Attributes:
        bits: which bits it reads.
        values: by the binary number that these bits write.
    """

    bits: Int64[np.ndarray, " k"]
    values: Bool[np.ndarray, " place"]

    def __call__(
        self, read: Bool[np.ndarray, "*example available"]
    ) -> Bool[np.ndarray, "*example"]:
        """Return the values, given all available bits."""
        digits = 2 ** np.arange(len(self.bits))[::-1]
        return np.asarray(self.values[read[..., self.bits] @ digits])


def draw_table(task: Task, random: np.random.Generator) -> BooleanTable:
    """Return a table of randomly drawn bits."""
    bits = random.permutation(AVAILABLE)[: task.arity]
    return BooleanTable(bits, _KINDS[task.kind](random, task.arity))


def irrelevant_bits(values: Bool[np.ndarray, " place"]) -> list[int]:
    """Return the bits that a table does not depend on."""
    arity = len(values).bit_length() - 1
    cube = values.reshape((2,) * arity)
    return [
        bit
        for bit in range(arity)
        if (np.take(cube, 0, axis=bit) == np.take(cube, 1, axis=bit)).all()
    ]


def _random(random: np.random.Generator, arity: int) -> Bool[np.ndarray, " place"]:
    """Draw tables with as many ones as zeros until one depends on every bit."""
    half = np.arange(2**arity) < 2 ** (arity - 1)
    while True:
        values = random.permutation(half)
        if not irrelevant_bits(values):
            return values


def _majority(random: np.random.Generator, arity: int) -> Bool[np.ndarray, " place"]:
    return np.asarray(2 * _digits(arity).sum(axis=1) > arity)


def _dense(random: np.random.Generator, arity: int) -> Bool[np.ndarray, " place"]:
    """Draw the sign of a random quadratic form of the bits, balanced between ones and zeros."""
    signs = 2.0 * _digits(arity) - 1
    pairs: Float64[np.ndarray, "k k"] = random.standard_normal((arity, arity))
    sums = np.einsum("pi,ij,pj->p", signs, pairs, signs, optimize=True)
    # an input and its complement have equal sums: ties are broken by position
    values = np.zeros(2**arity, dtype=np.bool_)
    values[np.argsort(sums, kind="stable")[2 ** (arity - 1) :]] = True
    return values


_KINDS: dict[Kind, Draw] = {"random": _random, "majority": _majority, "dense": _dense}


def _digits(arity: int) -> Int64[np.ndarray, "place k"]:
    return (np.arange(2**arity)[:, None] >> np.arange(arity)[::-1]) & 1
