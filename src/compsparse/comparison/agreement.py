"""When two measurements of one quantity agree although they are not equal.

Two independent estimates with 95 % intervals are expected to be at most as far apart as the arms of
their intervals that face each other, combined as the root of the sum of squares: two runs that
differ by their seeds only stay within that in about 95 of 100 cases. Runs with the same seeds on
two kinds of machine differ by rounding and what training makes of it, usually by much less.
"""

import math
from dataclasses import dataclass
from typing import Any, TypeGuard

from compsparse.comparison.difference import relative

ROUNDING = 1e-9  # values this close, relative to their size, agree whatever their intervals say


@dataclass(frozen=True)
class Measured:
    """A value with its 95 % interval and the number of independent seeds."""

    value: float
    low: float
    high: float
    n: int | None

    @classmethod
    def read(cls, content: Any, seeds: str = "n") -> "Measured | None":
        """Read a mapping of value, low, high and seeds, or a plain number; None if it is neither.

        Lenient, since an older revision may have written other fields.
        """
        if _is_number(content):
            return cls(float(content), float(content), float(content), None)
        if not isinstance(content, dict) or not _is_number(content.get("value")):
            return None
        value, n = content["value"], content.get(seeds)
        low, high = content.get("low"), content.get("high")
        return cls(
            value=float(value),
            low=float(low) if _is_number(low) else float(value),
            high=float(high) if _is_number(high) else float(value),
            n=n if isinstance(n, int) else None,
        )

    def agrees_with(self, other: "Measured") -> bool:
        """Say whether the two values are no farther apart than their intervals allow."""
        if relative(self.value, other.value) <= ROUNDING:
            return True
        lower, upper = sorted((self, other), key=lambda measured: measured.value)
        arms = math.hypot(lower.high - lower.value, upper.value - upper.low)
        return upper.value - lower.value <= arms


def _is_number(content: Any) -> TypeGuard[int | float]:
    return isinstance(content, int | float) and not isinstance(content, bool)
