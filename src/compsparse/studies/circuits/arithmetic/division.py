"""Quotients below one, digit by digit: the restoring recurrence of long division."""

from collections.abc import Sequence

from compsparse.studies.circuits.arithmetic.subtraction import subtracted_if_it_fits
from compsparse.studies.circuits.circuit.builder import Builder


def quotient(
    builder: Builder, numerator: Sequence[int], denominator: Sequence[int], places: int
) -> list[int]:
    """Return the whole part of numerator / denominator and ``places`` digits after it.

    Each digit is a subtraction as wide as the denominator, so that size and depth grow as the
    number of digits times that width.

    Args:
        builder: receives the gates.
        numerator: less than twice the denominator, as wide as it or narrower.
        denominator: above zero.
        places: digits behind the point; the whole part is the last wire of the result.

    Raises:
        ValueError: the numerator is wider than the denominator.
    """
    if len(numerator) > len(denominator):
        raise ValueError(
            f"A numerator of {len(numerator)} places over {len(denominator)}: the denominator has "
            "to be at least as wide."
        )
    zero, width = builder.constant(False), len(denominator)
    left = [*numerator, *([zero] * (width + 1 - len(numerator)))]
    digits: list[int] = []  # most significant first
    for _ in range(places + 1):
        fits, left = subtracted_if_it_fits(builder, left, denominator)
        digits.append(fits)
        left = [zero, *left[:width]]  # what is left is below the denominator
    return digits[::-1]
