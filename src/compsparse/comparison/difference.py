"""By how much two files differ: one sentence, and the details for machines."""

import math
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Difference:
    """How much two files differ.

    Attributes:
        text: one sentence.
        largest: the largest relative difference of two numbers, to sort by; infinite where the
            files cannot be held against each other number by number.
        details: a JSON value.
        same_content: whether the files hold the same values and only their bytes differ.
    """

    text: str
    largest: float = math.inf
    details: dict[str, Any] = field(default_factory=dict)
    same_content: bool = False

    def as_json(self) -> dict[str, Any]:
        """Return the difference for machines; a number that is not finite is null."""
        finite = self.largest if math.isfinite(self.largest) else None
        sizes = {"largest_relative": finite, "same_content": self.same_content}
        return {"text": self.text, **sizes, **self.details}


def relative(before: float, after: float) -> float:
    """Return the distance of two numbers over the larger magnitude: 0 if equal, at most 2.

    Infinite where only one of them is a finite number.
    """
    if before == after or (math.isnan(before) and math.isnan(after)):
        return 0.0
    if not (math.isfinite(before) and math.isfinite(after)):
        return math.inf
    scale = max(abs(before), abs(after))
    # divided first: the distance of two huge numbers may not be a number
    return abs(before / scale - after / scale)


def size_text(value: float) -> str:
    """Return a relative difference as a reader writes it: ``12 %``, ``3.1e-07``."""
    if math.isinf(value):
        return "not comparable"
    return f"{value:.2g}" if value < 0.001 else f"{100 * value:.3g} %"


def number_text(value: float | int | None) -> str:
    """Return a number with as many digits as a comparison needs."""
    return "-" if value is None else f"{value:.6g}"


def shortened(words: list[str], shown: int = 2) -> list[str]:
    """Return a list of words whose end is counted only."""
    more = len(words) - shown
    return words[:] if more <= 1 else [*words[:shown], f"{more} more"]
