"""A token space as a product of factors (document 004, Section 2.1), read in mixed radix."""

import math
import re
from dataclasses import dataclass
from itertools import groupby

import numpy as np
from jaxtyping import Int, Int64

# far beyond every experiment: they keep a typing error from filling the memory
_LONGEST_NOTATION = 100  # characters
_MOST_FACTORS = 64
_MOST_TOKENS = 2**31


@dataclass(frozen=True)
class Factorization:
    """A space of ``size`` tokens, the product of factors with ``sizes`` elements each.

    Token x has coordinate i equal to (x // (product of the sizes before i)) mod sizes[i].
    """

    sizes: tuple[int, ...]

    def __post_init__(self) -> None:
        if not self.sizes or any(not isinstance(n, int) or n < 1 for n in self.sizes):
            raise ValueError(
                f"A factorization has the sizes {self.sizes}; it needs at least one factor, and "
                "every size must be an integer >= 1."
            )

    @classmethod
    def parse(cls, text: str, *, size: int | None = None) -> "Factorization":
        """Read a factorization such as "2^12", "4096" or "2^3*3^2*5", of ``size`` tokens if given.

        Other notations and products, or a space that no computer holds, are a ValueError.
        """
        if len(text) > _LONGEST_NOTATION:
            raise ValueError(
                f"The factorization {text[:20]!r}... has {len(text)} characters; write at most "
                f"{_LONGEST_NOTATION}, with repeated sizes as powers, for example '2^12'."
            )
        sizes: list[int] = []
        for part in text.split("*"):
            match = re.fullmatch(r"([1-9][0-9]*)(?:\^([1-9][0-9]*))?", part.strip())
            if match is None:
                raise ValueError(
                    f"The factorization {text!r} has the part {part!r}; write positive sizes, "
                    "repeated with ^ and joined with *, for example '2^12' or '2^3*3^2*5'."
                )
            repeats = int(match[2] or 1)
            if len(sizes) + repeats > _MOST_FACTORS:
                raise ValueError(
                    f"The factorization {text!r} has more than {_MOST_FACTORS} factors; write "
                    "fewer."
                )
            sizes += [int(match[1])] * repeats
        factorization = cls(tuple(sizes))
        if factorization.size > _MOST_TOKENS:
            raise ValueError(
                f"The factorization {text!r} has {factorization.size:.3g} tokens; at most "
                f"{_MOST_TOKENS} are allowed. Choose a smaller space."
            )
        if size is not None and factorization.size != size:
            raise ValueError(
                f"The factorization {text!r} has {factorization.size} tokens where {size} are "
                "needed; choose sizes whose product is that number."
            )
        return factorization

    @property
    def size(self) -> int:
        """Number of tokens: the product of the sizes."""
        return math.prod(self.sizes)

    @property
    def strides(self) -> tuple[int, ...]:
        """Token steps between neighbors along each factor: the product of the sizes before it."""
        return tuple(math.prod(self.sizes[:factor]) for factor in range(len(self.sizes)))

    @property
    def label(self) -> str:
        """Shortest notation that keeps the order of the factors; ``parse`` reads it back."""
        return "*".join(_power(size, count, "^") for size, count in self._repetitions())

    @property
    def slug(self) -> str:
        """The label in letters that are safe in a file name."""
        return "_".join(_power(size, count, "pow") for size, count in self._repetitions())

    def _repetitions(self) -> list[tuple[int, int]]:
        return [(size, len(list(group))) for size, group in groupby(self.sizes)]

    def coordinates(self, tokens: Int[np.ndarray, " x"]) -> Int64[np.ndarray, "x factor"]:
        """Return the coordinates of tokens in 0 .. size - 1."""
        quotients = tokens[:, None].astype(np.int64) // np.array(self.strides)
        coordinates: Int64[np.ndarray, "x factor"] = quotients % np.array(self.sizes)
        return coordinates

    def tokens(self, coordinates: Int[np.ndarray, "x factor"]) -> Int64[np.ndarray, " x"]:
        """Return the tokens that have these coordinates."""
        return coordinates.astype(np.int64) @ np.array(self.strides, dtype=np.int64)


def _power(size: int, count: int, sign: str) -> str:
    return str(size) if count == 1 else f"{size}{sign}{count}"
